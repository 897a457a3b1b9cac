import type { JobToBidOn } from './bids.queries.ts'

/** Explains why this contractor cannot bid on the job, or returns undefined. */
export function explainClosedJob(job: JobToBidOn): string | undefined {
  if (job === null) {
    return 'This job no longer takes bids. It was awarded to another contractor, deleted or paused.'
  }
  if (job.can_bid) return undefined
  if (job.is_deleted) return 'This job was deleted.'
  if (job.awarded_at) return 'This job was awarded to another contractor.'
  if (job.bids.some(({ status }) => status === 'pending')) {
    return 'You already have a bid on this job.'
  }
  return 'Bidding on this job is paused.'
}
