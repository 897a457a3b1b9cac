import { nameOf } from '../../../lib/format/name.ts'
import type { MyBid } from './my-bids.ts'

/** Who moves next, or why nobody does. */
export function nextMove({ status, job }: MyBid): string {
  if (job.can_finish) return 'Waiting for you to finish the work'
  if (status === 'pending') return `Waiting for ${nameOf(job.facility)}`
  if (job.payments?.status === 'pending') {
    return `Waiting for ${nameOf(job.facility)} to pay`
  }
  if (status === 'accepted') return 'Nothing left to do'
  if (status === 'withdrawn') return 'You withdrew it'
  return job.is_deleted ? 'The job was deleted' : 'Given to another contractor'
}
