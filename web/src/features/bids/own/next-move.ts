import { nameOf } from '#lib/format/name.ts'
import type { MyBid } from './my-bids.ts'

/** Who moves next, or why nobody does. */
export function nextMove(bid: MyBid): string {
  const { status, job } = bid
  switch (status) {
    case 'pending':
      return `Waiting for ${nameOf(job.facility)}`
    case 'accepted':
      return afterAward(job)
    case 'withdrawn':
      return 'You withdrew it'
    default:
      return whyRejected(bid)
  }
}

function afterAward({ can_finish: canFinish, payments, facility }: MyBid['job']) {
  if (canFinish) return 'Waiting for you to finish the work'
  return payments?.status === 'pending'
    ? `Waiting for ${nameOf(facility)} to pay`
    : 'Nothing left to do'
}

/** A bid is rejected by an award or with its job; without either, the award was taken back. */
function whyRejected({ contractor_id: me, job }: MyBid) {
  if (job.is_deleted) return 'The job was deleted'
  if (job.awarded_contractor_id === me) return 'Another bid of yours was accepted'
  if (job.awarded_contractor_id) return 'Given to another contractor'
  return job.can_bid ? 'The award was taken back: you can bid again' : 'The award was taken back'
}
