// Names the rows of lists that a change affects. Only these rows are read again.

interface ChangedRow {
  table: string
  row: Record<string, unknown>
}

/** Returns the posted jobs that a change of a job, a bid or a message affects. */
export function affectedPostedJobs({ table, row }: ChangedRow) {
  const jobId = table === 'jobs' ? row['id'] : row['job_id']
  return typeof jobId === 'string' ? [jobId] : undefined
}

/** Returns the own bids that a change affects. A contractor may have an older bid on the same job, which shows it too. */
export function affectedOwnBids(
  bids: readonly { id: string; job: { id: string } }[],
  { table, row }: ChangedRow,
) {
  const { id, job_id: jobId = id } = row
  if (typeof id !== 'string') return undefined
  const others = bids.filter(({ job }) => job.id === jobId).map((bid) => bid.id)
  return table === 'bids' ? [id, ...others] : others
}

/** Returns the received bids that a change of a bid or a job affects. */
export function affectedReceivedBids(
  bids: readonly { id: string; job_id: string }[],
  { table, row: { id } }: ChangedRow,
) {
  if (typeof id !== 'string') return undefined
  return table === 'bids' ? [id] : bids.filter((bid) => bid.job_id === id).map((bid) => bid.id)
}
