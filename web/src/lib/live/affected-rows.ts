// These functions return the ids of the rows of a list that a change affects. Only these rows are read again.
import type { Change } from './subjects.ts'

type RowChange = Pick<Change, 'table' | 'row'>

/** A change of a job, a bid or a message affects the row of its job. */
export function findAffectedPostedJobIds({ table, row }: RowChange) {
  const jobId = table === 'jobs' ? row['id'] : row['job_id']
  return typeof jobId === 'string' ? [jobId] : undefined
}

/** Includes the contractor's older bids on the same job, because they show the job too. */
export function findAffectedOwnBidIds(
  bids: readonly { id: string; job: { id: string } }[],
  { table, row }: RowChange,
) {
  const { id, job_id: jobId = id } = row
  if (typeof id !== 'string') return undefined
  const others = bids.filter(({ job }) => job.id === jobId).map((bid) => bid.id)
  return table === 'bids' ? [id, ...others] : others
}

export function findAffectedReceivedBidIds(
  bids: readonly { id: string; job_id: string }[],
  { table, row: { id } }: RowChange,
) {
  if (typeof id !== 'string') return undefined
  return table === 'bids' ? [id] : bids.filter((bid) => bid.job_id === id).map((bid) => bid.id)
}
