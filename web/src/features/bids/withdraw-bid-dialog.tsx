import { formatMoney } from '#lib/format.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { useWithdrawBid } from './bids.mutations.ts'

export interface BidToWithdraw {
  id: string
  amount: number
  job: { title: string }
}

interface Props {
  bid: BidToWithdraw
  opened: boolean
  onClose: () => void
}

export default function WithdrawBidDialog({ bid, opened, onClose }: Props) {
  const withdrawal = useWithdrawBid()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Withdraw bid"
      question="Withdraw this bid?"
      confirm="Withdraw"
      isDangerous
      onConfirm={() => withdrawal.attempt(bid.id)}
    >
      You bid {formatMoney(bid.amount)} on <bdi>{bid.job.title}</bdi>. The facility will no longer
      be able to accept it. You can bid again while the job is open.
    </ConfirmDialog>
  )
}
