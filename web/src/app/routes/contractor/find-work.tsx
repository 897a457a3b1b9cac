import { FindWork } from '#features/jobs/find-work/find-work.tsx'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'
import { useContractorDialogs } from './contractor-dialogs.tsx'
import { useFindWorkLive } from './use-find-work-live.ts'

export const meta = makeMeta('Available Jobs')

export default function FindWorkPage() {
  const { userId } = useAccount()
  const { bid, dialogs } = useContractorDialogs(userId)
  useFindWorkLive(userId)
  return (
    <Page title="Available Jobs" isFull>
      <FindWork onBid={bid} />
      {dialogs}
    </Page>
  )
}
