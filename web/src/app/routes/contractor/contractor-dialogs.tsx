import { Suspense } from 'react'
import type { JobForBid } from '#features/bids/place-bid-dialog.tsx'
import type { BidToWithdraw } from '#features/bids/withdraw-bid-dialog.tsx'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'

const BidDialog = lazyPart(() => import('#features/bids/place-bid-dialog.tsx'), PlainDialog)
const WithdrawDialog = lazyPart(() => import('#features/bids/withdraw-bid-dialog.tsx'), PlainDialog)
const FinishDialog = lazyPart(() => import('#features/jobs/finish-job-dialog.tsx'), PlainDialog)

interface JobToFinish {
  id: string
  title: string
}

/** Returns the dialogs of the contractor's lists. A dialog stays open even if its row disappears. */
export function useContractorDialogs(userId: string) {
  const bidding = useDialog<JobForBid>()
  const withdrawing = useDialog<BidToWithdraw>()
  const finishing = useDialog<JobToFinish>()
  const dialogs = (
    <Suspense>
      {bidding.subject ? (
        <BidDialog
          key={bidding.subject.id}
          job={bidding.subject}
          userId={userId}
          opened={bidding.opened}
          onClose={bidding.close}
        />
      ) : null}
      {withdrawing.subject ? (
        <WithdrawDialog
          bid={withdrawing.subject}
          opened={withdrawing.opened}
          onClose={withdrawing.close}
        />
      ) : null}
      {finishing.subject ? (
        <FinishDialog job={finishing.subject} opened={finishing.opened} onClose={finishing.close} />
      ) : null}
    </Suspense>
  )
  return { bid: bidding.open, withdraw: withdrawing.open, finish: finishing.open, dialogs }
}
