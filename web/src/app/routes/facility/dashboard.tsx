import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useAccount } from '../../../features/accounts/session/account-context.ts'
import { FacilityTiles } from '../../../features/analytics/facility-summary/facility-tiles.tsx'
import { WaitingForYou } from '../../../features/analytics/waiting/waiting-for-you.tsx'
import { Page } from '../../../ui/page.tsx'
import styles from '../../facility/facility.module.css'
import { FacilityView } from '../../facility/facility-view.tsx'
import { jobAt, viewAt, viewIn } from '../../facility/places.ts'
import { useFacilityLive } from '../../facility/use-facility-live.ts'
import { ViewLinks } from '../../facility/view-links.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Facility dashboard')

const lists = {
  bids: viewAt('bids'),
  consultations: viewAt('consultations'),
  activeJobs: viewAt('', { tab: 'open' }),
  jobs: viewAt(''),
}

export default function FacilityDashboard() {
  const { userId } = useAccount()
  const [params] = useSearchParams()
  const view = viewIn(params.get('view'))
  const navigate = useNavigate()
  useFacilityLive(userId)
  return (
    <Page title="Facility dashboard">
      <WaitingForYou
        userId={userId}
        isFacility
        handle={{ bids_to_judge: ({ id }) => void navigate(jobAt(id)) }}
      />
      <FacilityTiles userId={userId} lists={lists} />
      <div className={styles.lists}>
        <ViewLinks current={view} />
        <FacilityView view={view} userId={userId} />
      </div>
    </Page>
  )
}
