import { ReceivedBids } from '#features/bids/received-bids.tsx'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'
import { useFacilityLive } from './use-facility-live.ts'

export const meta = makeMeta('Bids')

export default function FacilityBids() {
  const { userId } = useAccount()
  useFacilityLive(userId)
  return (
    <Page title="Bids">
      <ReceivedBids userId={userId} />
    </Page>
  )
}
