import type { Change } from '#lib/live/subjects.ts'

/** Returns the ids of the posted jobs that a change affects. The row of a job shows its bids and its chats. */
export function findAffectedJobIds({ table, row }: Pick<Change, 'table' | 'row'>) {
  const jobId = table === 'jobs' ? row['id'] : row['job_id']
  const isKnown = ['jobs', 'bids', 'messages'].includes(table) && typeof jobId === 'string'
  return isKnown ? [jobId] : undefined
}
