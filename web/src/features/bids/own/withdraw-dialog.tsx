import { useQueryClient } from '@tanstack/react-query'
import { money } from '../../../lib/format/money.ts'
import { renew } from '../../../lib/live/renew.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import type { MyBid } from './my-bids.ts'
import { withdrawBid } from './withdraw-bid.ts'

interface Props {
  bid: MyBid
  opened: boolean
  onClose: () => void
}

export default function WithdrawDialog({ bid, opened, onClose }: Props) {
  const queries = useQueryClient()
  const withdraw = async () => {
    await withdrawBid(bid.id)
    toast('Bid withdrawn.')
    for (const domain of ['jobs', 'bids', 'analytics']) renew(queries, [domain])
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Withdraw bid"
      question="Withdraw this bid?"
      confirm="Withdraw"
      isDangerous
      onConfirm={withdraw}
      failed="Something went wrong."
    >
      <bdi>{bid.job.title}</bdi>, {money(bid.amount)}. The facility is no longer offered it. You can
      place another one as long as the job is open.
    </ConfirmDialog>
  )
}
