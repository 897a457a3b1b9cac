import { nameOf, type ProfileNames } from '#lib/format.ts'

interface JobHistory {
  status: string
  is_deleted: boolean
  created_at: string
  awarded_at: string | null
  finished_at: string | null
  awarded_contractor_id: string | null
  bid_count: number | null
  first_bids: { created_at: string }[]
  facility: (ProfileNames & { id: string }) | null
  awarded: (ProfileNames & { id: string }) | null
}

export interface PaymentDates {
  status: string
  created_at: string
  paid_at: string | null
  refunded_at: string | null
}

export interface Viewer {
  userId: string
  /** Whether the user sees only the own bids. */
  isContractor: boolean
}

interface TimelineEvent {
  text: string
  at: string
}

/** Lists what has happened to a job, the oldest first. */
export function eventsOf(
  job: JobHistory,
  payment: PaymentDates | null,
  viewer: Viewer,
): TimelineEvent[] {
  const events = [
    { text: 'Posted', at: job.created_at },
    { text: viewer.isContractor ? 'You bid' : 'First bid', at: job.first_bids[0]?.created_at },
    { text: `Awarded to ${winnerOf(job, viewer)}`, at: job.awarded_at },
    { text: 'Finished', at: job.finished_at },
    { text: 'Payment due', at: payment?.created_at },
    { text: 'Paid', at: payment?.paid_at },
    { text: 'Refunded', at: payment?.refunded_at },
  ]
  const past = events.flatMap(({ text, at }) => (at ? [{ text, at }] : []))
  return past.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** Returns what has to happen next and who has to do it, or undefined if nothing is left or it is not known. */
export function nextStepOf(
  job: JobHistory,
  payment: PaymentDates | null,
  viewer: Viewer,
): string | undefined {
  if (job.is_deleted) return undefined
  const facility = job.facility?.id === viewer.userId ? 'you' : nameOf(job.facility)
  if (job.status === 'finished') {
    return payment?.status === 'pending' ? `Waiting for ${facility} to pay` : undefined
  }
  if (job.awarded_at) {
    const isElsewhere = viewer.isContractor && job.awarded_contractor_id !== viewer.userId
    return isElsewhere ? undefined : `Waiting for ${winnerOf(job, viewer)} to finish the work`
  }
  return job.bid_count ? `Waiting for ${facility} to choose a bid` : 'Waiting for bids'
}

/** A contractor does not see who else got the job. */
function winnerOf({ awarded, awarded_contractor_id: id }: JobHistory, viewer: Viewer) {
  if (id === viewer.userId) return 'you'
  return viewer.isContractor ? 'another contractor' : nameOf(awarded)
}
