// What admins divide jobs by, as the server is asked for it; a search is told the state by its name.

type Condition = readonly [column: string, operator: string, value: string]

/** For three days: what waits for admins. The server alone knows which these are. */
export const withoutBids = 'without_bids'

export const jobStates = [
  { value: '', label: 'Any state' },
  { value: 'open', label: 'Open' },
  { value: withoutBids, label: 'Without bids' },
  { value: 'awarded', label: 'Awarded' },
  { value: 'finished', label: 'Finished' },
  { value: 'deleted', label: 'Deleted' },
]

const conditions: Record<string, readonly Condition[]> = {
  // As many as the dashboard counts: an award does not close a job.
  open: [
    ['status', 'eq', 'open'],
    ['is_deleted', 'is', 'false'],
  ],
  awarded: [
    ['status', 'eq', 'open'],
    ['awarded_at', 'not.is', 'null'],
  ],
  finished: [['status', 'eq', 'finished']],
  deleted: [['is_deleted', 'is', 'true']],
}

export function conditionsOf(state: string): readonly Condition[] {
  return conditions[state] ?? []
}

interface Job {
  status: string
  is_deleted: boolean
  awarded_at: string | null
}

export function stateOf({ status, is_deleted: isDeleted, awarded_at: awardedAt }: Job): string {
  if (isDeleted) return 'deleted'
  if (status === 'finished') return 'finished'
  return awardedAt ? 'awarded' : 'open'
}
