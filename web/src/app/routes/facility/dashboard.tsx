import { useAccount } from '../../../features/accounts/session/account-context.ts'
import { WaitingForYou } from '../../../features/analytics/waiting/waiting-for-you.tsx'
import { Page } from '../../../ui/page.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Facility dashboard')

export default function FacilityDashboard() {
  const { userId } = useAccount()
  return (
    <Page title="Facility dashboard">
      <WaitingForYou userId={userId} handle={{}} isFacility />
    </Page>
  )
}
