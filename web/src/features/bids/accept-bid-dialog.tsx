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
      <bdi>{bid.contractor}</bdi> does <bdi>{bid.job.title}</bdi> for {formatMoney(bid.amount)},{' '}
      {compareToBudget(bid.amount, bid.job.budget)}. {describeOtherBids(others)}
    </ConfirmDialog>
  )
}

function describeOtherBids(count: number | undefined) {
  if (count === undefined) return ''
  if (count === 0) return 'No other bid is pending.'
  return count === 1 ? '1 other bid is rejected.' : `${count} other bids are rejected.`
}
