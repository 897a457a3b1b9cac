import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { JobBids } from '#features/bids/job-bids.tsx'
import { formatBothTimes } from '#features/consultations/consultation-times.ts'
import type { PostedJob } from '#features/jobs/posted-jobs.queries.ts'
import { PostedJobs } from '#features/jobs/posted-jobs.tsx'
import { purposeOf } from '#features/payments/payments.queries.ts'
import { nameOf } from '#lib/format.ts'
import { lazySection } from '#ui/lazy.tsx'
import { Loading } from '#ui/query-states.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { PageTabs } from '#ui/tabs.tsx'
import { jobChatPath, useFacilityPaths, type View, views } from './facility-urls.ts'
import type { FacilityDialogs } from './use-facility-dialogs.tsx'

const Bids = lazySection(() => import('#features/bids/received-bids.tsx'))
const Consultations = lazySection(() => import('#features/consultations/my-consultations.tsx'))
const Payments = lazySection(() => import('#features/payments/my-payments.tsx'))

interface Props {
  view: View
  userId: string
  dialogs: FacilityDialogs
}

const loadingList = (
  <Loading text="Loading...">
    <RowSkeletons />
  </Loading>
)

/** Renders the list that the URL names. */
export function FacilityList(props: Props) {
  const { jobPath } = useFacilityPaths()
  return <Suspense fallback={loadingList}>{renderList({ ...props, jobPath })}</Suspense>
}

function renderList({
  view,
  userId,
  dialogs,
  jobPath,
}: Props & { jobPath: (jobId: string) => string }) {
  switch (view) {
    case '':
      return <JobsView userId={userId} dialogs={dialogs} />
    case 'bids':
      return <Bids userId={userId} jobAt={jobPath} />
    case 'consultations':
      return (
        <Consultations
          userId={userId}
          onCancel={({ id, facility, consultant, scheduled_at: at, fee, payment }) => {
            const times = formatBothTimes(at, facility, consultant)
            dialogs.cancel({
              id,
              name: nameOf(consultant),
              times,
              fee,
              payment: payment?.status,
            })
          }}
          onReview={({ id, consultant_id: consultantId, consultant }) =>
            dialogs.review({ id, consultantId, name: nameOf(consultant) })
          }
        />
      )
    case 'payments':
      return (
        <Payments
          userId={userId}
          onRecord={(payment) =>
            dialogs.record({
              id: payment.id,
              amount: payment.amount,
              name: nameOf(payment.payee),
              purpose: purposeOf(payment),
            })
          }
        />
      )
  }
}

interface JobsViewProps {
  userId: string
  dialogs: FacilityDialogs
}

function JobsView({ userId, dialogs }: JobsViewProps) {
  const { pathOfView } = useFacilityPaths()
  return (
    <PostedJobs
      userId={userId}
      postButton={<PostJobButton onClick={dialogs.post} />}
      onEdit={dialogs.edit}
      chatPathFor={({ id, awarded_contractor_id: contractor }) =>
        contractor ? jobChatPath(id, contractor) : undefined
      }
      renderBids={(job) => (
        <JobBids
          job={job}
          allBidsPath={pathOfView('bids', { 'bids.q': job.title })}
          chatPathFor={(contractorId) => bidChatPath(job, contractorId)}
        />
      )}
    />
  )
}

/** Returns the path of the chat with a bidder. The job's row already links to the awarded contractor's chat. */
function bidChatPath(job: PostedJob, contractorId: string) {
  return contractorId === job.awarded_contractor_id ? undefined : jobChatPath(job.id, contractorId)
}

export function ViewLinks({ current }: { current: View }) {
  const { pathOfView } = useFacilityPaths()
  const tabs = views.map(({ value, label }) => ({ to: pathOfView(value), label }))
  return <PageTabs label="Lists" tabs={tabs} current={pathOfView(current)} />
}

export function PostJobButton({ onClick }: { onClick: () => void }) {
  return (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={onClick}>
      Post Job
    </Button>
  )
}
