// Tells how far the job or consultation of a conversation has come.
import { formatMoney } from '#lib/format.ts'
import type { ConversationBid, ConversationDetails } from './conversation.queries.ts'
import type { StreamEvent } from './conversation/thread-rows.ts'

export interface Milestone {
  key: string
  label: string
  /** A milestone without a time is ahead. */
  at: string | null
  /** The sentence in the stream of messages. */
  event?: string
}

/** Lists the milestones in their order. Milestones that can no longer happen are left out. */
export function milestonesOf(details: ConversationDetails, bid: ConversationBid): Milestone[] {
  return details.job ? jobMilestones(details, details.job, bid) : consultationMilestones(details)
}

/** Lists the milestones that happened, for the stream of messages. */
export function eventsOf(details: ConversationDetails, bid: ConversationBid): StreamEvent[] {
  return milestonesOf(details, bid).flatMap(({ key, at, event }) =>
    at && event ? [{ key, at, text: event }] : [],
  )
}

function jobMilestones(
  { isFacility, partnerId, other }: ConversationDetails,
  job: NonNullable<ConversationDetails['job']>,
  bid: ConversationBid,
): Milestone[] {
  const { awarded_contractor_id: winnerId, payment } = job
  const isLost = winnerId !== null && winnerId !== partnerId
  const isLive = bid?.status === 'pending' || bid?.status === 'accepted'
  const canGoOn = isLive && !isLost && !job.is_deleted
  const bidder = isFacility ? (other?.name ?? 'The contractor') : 'You'
  const steps: Milestone[] = [
    { key: 'posted', label: 'Posted', at: job.created_at },
    ...(bid ? [bidPlaced(bid, bidder)] : []),
    isLost
      ? {
          key: 'lost',
          label: 'Awarded to another contractor',
          at: job.awarded_at,
          event: 'The job was awarded to another contractor',
        }
      : {
          key: 'awarded',
          label: 'Awarded',
          at: job.awarded_at,
          event: isFacility ? 'You accepted the bid' : 'Your bid was accepted',
        },
    ...(isLost ? [] : [finished(job.finished_at), paid(payment)]),
  ]
  return steps.filter(({ at }) => at !== null || canGoOn)
}

function bidPlaced(bid: NonNullable<ConversationBid>, bidder: string): Milestone {
  const event = `${bidder} bid ${formatMoney(bid.amount)}`
  return { key: 'bid', label: 'Bid placed', at: bid.created_at, event }
}

const finished = (at: string | null): Milestone => ({
  key: 'finished',
  label: 'Finished',
  at,
  event: 'The job was finished',
})

type Payment = NonNullable<ConversationDetails['job']>['payment']

function paid(payment: Payment): Milestone {
  const event = `A payment of ${formatMoney(payment?.amount ?? 0)} was recorded`
  return { key: 'paid', label: 'Paid', at: payment?.paid_at ?? null, event }
}

function consultationMilestones({ consultation }: ConversationDetails): Milestone[] {
  if (!consultation) return []
  const { created_at: booked, ends_at: end, has_ended: hasEnded, status } = consultation
  const first = { key: 'booked', label: 'Booked', at: booked, event: 'The consultation was booked' }
  if (status === 'cancelled') return [first]
  const event = 'The consultation ended'
  return [first, { key: 'ended', label: 'Ended', at: hasEnded ? end : null, event }]
}
