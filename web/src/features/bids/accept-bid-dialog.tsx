import { useQuery } from '@tanstack/react-query'
import { compareToBudget, formatMoney } from '#lib/format.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { useAcceptBid } from './bids.mutations.ts'
import { competingBidCount } from './bids.queries.ts'

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
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Accept Bid"
      question="Accept this bid? This will reject all others."
      confirm="Accept Bid"
      onConfirm={() => acceptBid(bid.id, bid.job.id)}
      failed="Something went wrong."
    >
      Award <bdi>{bid.job.title}</bdi> to <bdi>{bid.contractor}</bdi> for {formatMoney(bid.amount)}?
      That is {compareToBudget(bid.amount, bid.job.budget)}. {describeOtherBids(others)}
    </ConfirmDialog>
  )
}

function describeOtherBids(count: number | undefined) {
  if (count === undefined) return ''
  if (count === 0) return 'There are no other pending bids.'
  return count === 1
    ? 'The other bidder will be notified.'
    : `The ${count} other bidders will be notified.`
}
