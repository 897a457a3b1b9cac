// Finds the bids of a list that a change affects.
import type { Change } from '#lib/live/subjects.ts'

type RowChange = Pick<Change, 'table' | 'row'>

/** A contractor's older bids on the same job are affected too, because they show the job. */
export function findAffectedOwnBidIds(
  bids: readonly { id: string; job: { id: string } }[],
  change: RowChange,
) {
  const jobId = jobIdIn(change)
  if (jobId === undefined) return undefined
  const onJob = bids.filter(({ job }) => job.id === jobId).map(({ id }) => id)
  return [...onJob, ...bidIdIn(change)]
}

export function findAffectedReceivedBidIds(
  bids: readonly { id: string; job_id: string }[],
  change: RowChange,
) {
  const jobId = jobIdIn(change)
  if (jobId === undefined) return undefined
  if (change.table === 'bids') return bidIdIn(change)
  return bids.filter((bid) => bid.job_id === jobId).map(({ id }) => id)
}

function bidIdIn({ table, row: { id } }: RowChange) {
  return table === 'bids' && typeof id === 'string' ? [id] : []
}

function jobIdIn({ table, row }: RowChange) {
  const jobId = table === 'jobs' ? row['id'] : row['job_id']
  const isKnown = ['jobs', 'bids', 'payments'].includes(table) && typeof jobId === 'string'
  return isKnown ? jobId : undefined
}
