import { useNavigate, useSearchParams } from 'react-router'
import { useAccount } from '#lib/session/account.ts'
import { FacilityTiles } from '#features/analytics/facility-tiles.tsx'
import type { OpenItem } from '#features/analytics/open-items/open-items.queries.ts'
import { OpenItems } from '#features/analytics/open-items/open-items.tsx'
import { AcceptBidProvider } from '#features/bids/job-bids.tsx'
import { Page } from '#ui/page.tsx'
import { ConsultantsPart } from '../../facility/consultants-part.tsx'
import styles from '../../facility/facility.module.css'
import { FacilityActions } from '../../facility/facility-actions.tsx'
import { FacilityView } from '../../facility/facility-view.tsx'
import { panel, viewIn } from '../../facility/places.ts'
import { useFacilityDialogs } from '../../facility/use-facility-dialogs.tsx'
import { useFacilityLive } from '../../facility/use-facility-live.ts'
import { usePlaces } from '../../facility/use-places.ts'
import { useShownInAddress } from '../../facility/use-shown-in-address.ts'
import { ViewLinks } from '../../facility/view-links.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Facility dashboard')

export default function FacilityDashboard() {
  const { userId, me } = useAccount()
  const [params] = useSearchParams()
  const view = viewIn(params.get('view'))
  const consultants = useShownInAddress(panel)
  const dialogs = useFacilityDialogs(userId)
  const navigate = useNavigate()
  const { viewAt, jobAt } = usePlaces()
  const lists = {
    bids: viewAt('bids'),
    consultations: viewAt('consultations'),
    activeJobs: viewAt('', { tab: 'active' }),
    jobs: viewAt(''),
  }
  useFacilityLive(userId)
  const handle = {
    bids_to_judge: ({ id }: OpenItem) => void navigate(jobAt(id)),
    payment_due: ({ id, amount, other_name: name, title }: OpenItem) =>
      dialogs.record({ id, amount: amount ?? 0, name: name ?? '', purpose: title }),
    review_to_leave: ({ id, other_id: consultantId, other_name: name }: OpenItem) =>
      dialogs.review({ id, consultantId: consultantId ?? '', name: name ?? '' }),
  }
  return (
    <Page
      title="Facility dashboard"
      lead={me?.company ?? ''}
      actions={
        <FacilityActions
          userId={userId}
          areConsultantsShown={consultants.isShown}
          onConsultants={consultants.toggle}
          onPost={dialogs.post}
        />
      }
    >
      <OpenItems userId={userId} isFacility handle={handle} />
      <FacilityTiles userId={userId} lists={lists} />
      {consultants.isShown ? <ConsultantsPart userId={userId} dialogs={dialogs} /> : null}
      <div className={styles.lists}>
        <ViewLinks current={view} />
        <AcceptBidProvider>
          <FacilityView view={view} userId={userId} dialogs={dialogs} />
        </AcceptBidProvider>
      </div>
      {dialogs.element}
    </Page>
  )
}
