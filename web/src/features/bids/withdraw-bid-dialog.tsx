import { money } from '#lib/format/money.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useAct } from '#ui/use-act.ts'
import type { MyBid } from './bids.queries.ts'
import { withdrawBid } from './bids.mutations.ts'

/** What shows a bid, or counts it. */
const changed = [['jobs'], ['bids'], ['analytics']]

interface Props {
  bid: MyBid
  opened: boolean
  onClose: () => void
}

export default function WithdrawDialog({ bid, opened, onClose }: Props) {
  const withdrawing = useAct({ run: withdrawBid, done: 'Bid withdrawn.', keys: changed })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Withdraw bid"
      question="Withdraw this bid?"
      confirm="Withdraw"
      isDangerous
      onConfirm={() => withdrawing.attempt(bid.id)}
      failed="Something went wrong."
    >
      <bdi>{bid.job.title}</bdi>, {money(bid.amount)}. The facility is no longer offered it. You can
      place another one as long as the job is open.
    </ConfirmDialog>
  )
}
