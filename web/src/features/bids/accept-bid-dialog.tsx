import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { explainAction } from '#lib/explain-action.ts'
import { compareToBudget, formatMoney } from '#lib/format.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { toast } from '#ui/toast.ts'
import { useAcceptBid } from './bids.mutations.ts'
import { bidToAccept, competingBidCount, type CurrentBid } from './bids.queries.ts'

export interface BidToAccept {
  id: string
  amount: number
  contractor: string
  job: { id: string; title: string; budget: number }
}

interface Props {
  bid: BidToAccept
  opened: boolean
  onClose: () => void
}

export default function AcceptBidDialog({ bid, opened, onClose }: Props) {
  const acceptBid = useAcceptBid()
  const { data: others } = useQuery({ ...competingBidCount(bid.id, bid.job.id), enabled: opened })
  const hasConfirmed = useRef(false)
  const { data: current } = useQuery({ ...bidToAccept(bid.id), enabled: opened })
  const obstacle = current && obstacleFor(current)
  const closeWithReason = useEffectEvent((reason: string) => {
    // After a click on "Accept Bid", the dialog itself shows the result, so no toast is needed.
    if (hasConfirmed.current) return
    toast(reason)
    onClose()
  })
  useEffect(() => {
    if (opened && obstacle) closeWithReason(obstacle)
  }, [opened, obstacle])
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Accept Bid"
      question="Accept this bid? This will reject all others."
      confirm="Accept Bid"
      onConfirm={() => {
        hasConfirmed.current = true
        return acceptBid(bid.id, bid.job.id)
      }}
      explainFailure={explainAction}
    >
      Award <bdi>{bid.job.title}</bdi> to <bdi>{bid.contractor}</bdi> for {formatMoney(bid.amount)}?
      That is {compareToBudget(bid.amount, bid.job.budget)}. {describeOtherBids(others)}
    </ConfirmDialog>
  )
}

/** Returns the reason why the facility can no longer accept the bid, or undefined. */
function obstacleFor({ bid }: CurrentBid) {
  if (!bid) return 'This bid was not found.'
  if (bid.can_accept) return undefined
  if (bid.status === 'accepted') return 'This bid was already accepted.'
  if (bid.status === 'withdrawn') return 'This bid was withdrawn.'
  if (bid.job.is_deleted) return 'This job was deleted.'
  if (bid.job.awarded_at) return 'Another bid on this job was accepted.'
  return 'This bid can no longer be accepted.'
}

function describeOtherBids(count: number | undefined) {
  if (count === undefined) return ''
  if (count === 0) return 'There are no other pending bids.'
  return count === 1
    ? 'The other bidder will be notified.'
    : `The ${count} other bidders will be notified.`
}
