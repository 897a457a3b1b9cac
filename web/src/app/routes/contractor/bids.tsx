import { MyBidsTable } from '#features/bids/my-bids-table.tsx'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'
import { useContractorLive } from './use-contractor-live.ts'

export const meta = makeMeta('Bids')

export default function ContractorBids() {
  const { userId } = useAccount()
  useContractorLive(userId)
  return (
    <Page title="Bids">
      <MyBidsTable userId={userId} />
    </Page>
  )
}
