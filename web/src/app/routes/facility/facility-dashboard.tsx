import { Button } from '@mantine/core'
import { Inbox, UserSearch } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import { FacilityTiles } from '#features/analytics/facility-tiles.tsx'
import type { OpenItem } from '#features/analytics/open-items/open-item.ts'
import { OpenItems } from '#features/analytics/open-items/open-items.tsx'
import { UnreadBadge } from '#features/messages/unread-badge.tsx'
import { jobBidsPath } from '#lib/job-paths.ts'
import { useAccount } from '#lib/session/account.ts'
import { Greeting } from '#ui/greeting.tsx'
import { lazySection } from '#ui/lazy.tsx'
import { Page } from '#ui/page.tsx'
import { Loading } from '#ui/query-states.tsx'
import { makeMeta } from '../../page-meta.ts'
import { FacilityJobs, PostJobButton } from './facility-jobs.tsx'
import { facilityPaths, panelParam, usePanelInUrl } from './facility-urls.ts'
import { type FacilityDialogs, useFacilityDialogs } from './use-facility-dialogs.tsx'
import { useFacilityLive } from './use-facility-live.ts'

export const meta = makeMeta('Facility dashboard')

const openItemLists = {
  bids_to_judge: `${facilityPaths.jobs}?tab=review`,
  payment_due: facilityPaths.payments,
  consultation_soon: facilityPaths.consultations,
  messages: '/inbox',
  review_to_leave: `${facilityPaths.consultations}?consultations.when=past`,
}

/** The lists to which the figures lead. */
const lists = {
  bids: facilityPaths.bids,
  consultations: facilityPaths.consultations,
  activeJobs: `${facilityPaths.jobs}?tab=active`,
  jobs: facilityPaths.jobs,
}

export default function FacilityDashboard() {
  const { userId, profile } = useAccount()
  const consultants = usePanelInUrl(panelParam)
  const dialogs = useFacilityDialogs(userId)
  const navigate = useNavigate()
  useFacilityLive(userId)
  const handle = {
    bids_to_judge: ({ id }: OpenItem) => void navigate(jobBidsPath(id)),
    payment_due: ({ id, amount, other_name: name, title }: OpenItem) =>
      dialogs.record({ id, amount: amount ?? 0, name: name ?? '', purpose: title }),
    review_to_leave: ({ id, other_id: consultantId, other_name: name }: OpenItem) =>
      dialogs.review({ id, consultantId: consultantId ?? '', name: name ?? '' }),
  }
  return (
    <Page
      title="Facility dashboard"
      lead={<Greeting fullName={profile?.fullName} detail={profile?.company ?? ''} />}
      actions={
        <FacilityActions
          userId={userId}
          areConsultantsShown={consultants.isShown}
          onConsultants={consultants.toggle}
          onPost={dialogs.post}
        />
      }
    >
      <OpenItems userId={userId} isFacility handle={handle} lists={openItemLists} />
      <FacilityTiles userId={userId} lists={lists} />
      {consultants.isShown ? <ConsultantsPart userId={userId} dialogs={dialogs} /> : null}
      <FacilityJobs userId={userId} dialogs={dialogs} />
      {dialogs.element}
    </Page>
  )
}

interface FacilityActionsProps {
  userId: string
  areConsultantsShown: boolean
  onConsultants: () => void
  onPost: () => void
}

export function FacilityActions({
  userId,
  areConsultantsShown,
  onConsultants,
  onPost,
}: FacilityActionsProps) {
  return (
    <>
      <Button
        variant="default"
        component={Link}
        to="/inbox"
        leftSection={<Inbox size={16} aria-hidden />}
        rightSection={<UnreadBadge userId={userId} />}
      >
        Inbox
      </Button>
      <Button
        variant="default"
        leftSection={<UserSearch size={16} aria-hidden />}
        aria-expanded={areConsultantsShown}
        onClick={onConsultants}
      >
        Consultants
      </Button>
      <PostJobButton onClick={onPost} />
    </>
  )
}

const AvailableConsultants = lazySection(
  () => import('#features/consultations/available-consultants.tsx'),
)

interface ConsultantsPartProps {
  userId: string
  dialogs: FacilityDialogs
}

export function ConsultantsPart({ userId, dialogs }: ConsultantsPartProps) {
  return (
    <Suspense fallback={<Loading text="Loading consultants..." />}>
      <AvailableConsultants userId={userId} onBook={dialogs.book} />
    </Suspense>
  )
}
