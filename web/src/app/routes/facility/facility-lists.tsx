import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { JobBids } from '#features/bids/job-bids.tsx'
import { formatBothTimes } from '#features/consultations/consultation-times.ts'
import type { PostedJob } from '#features/jobs/posted-jobs.queries.ts'
import { PostedJobs } from '#features/jobs/posted-jobs.tsx'
import { nameOf } from '#lib/format.ts'
import { lazySection } from '#ui/lazy.tsx'
import { Loading } from '#ui/query-states.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { PageTabs } from '#ui/tabs.tsx'
import { jobChatAt, usePlaces, type View, views } from './facility-urls.ts'
import type { FacilityDialogs } from './use-facility-dialogs.tsx'

const Bids = lazySection(() => import('#features/bids/received-bids.tsx'))
const Consultations = lazySection(() => import('#features/consultations/my-consultations.tsx'))
const Payments = lazySection(() => import('#features/payments/my-payments.tsx'))

interface Props {
  view: View
  userId: string
  dialogs: FacilityDialogs
}

const coming = (
  <Loading text="Loading...">
    <RowSkeletons />
  </Loading>
)

/** The list that the address names. */
export function FacilityView(props: Props) {
  const { jobAt } = usePlaces()
  return <Suspense fallback={coming}>{listOf({ ...props, jobAt })}</Suspense>
}

function listOf({ view, userId, dialogs, jobAt }: Props & { jobAt: (jobId: string) => string }) {
  switch (view) {
    case '':
      return <JobsView userId={userId} dialogs={dialogs} />
    case 'bids':
      return <Bids userId={userId} jobAt={jobAt} />
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
          onRecord={({ id, amount, payee, job }) =>
            dialogs.record({
              id,
              amount,
              name: nameOf(payee),
              purpose: job?.title ?? 'Consultation',
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

/** The jobs of the facility with their bids. */
function JobsView({ userId, dialogs }: JobsViewProps) {
  const { viewAt } = usePlaces()
  return (
    <PostedJobs
      userId={userId}
      postButton={<PostJobButton onClick={dialogs.post} />}
      onEdit={dialogs.edit}
      chatPathFor={({ id, awarded_contractor_id: contractor }) =>
        contractor ? jobChatAt(id, contractor) : undefined
      }
      renderBids={(job) => (
        <JobBids
          job={job}
          allBidsPath={viewAt('bids', { 'bids.q': job.title })}
          chatPathFor={(contractorId) => chatAtBid(job, contractorId)}
        />
      )}
    />
  )
}

/** Whoever has the job is talked to at the job, the others at their bid. */
function chatAtBid(job: PostedJob, contractorId: string) {
  return contractorId === job.awarded_contractor_id ? undefined : jobChatAt(job.id, contractorId)
}

export function ViewLinks({ current }: { current: View }) {
  const { viewAt } = usePlaces()
  const tabs = views.map(({ value, label }) => ({ to: viewAt(value), label }))
  return <PageTabs label="Lists" tabs={tabs} current={viewAt(current)} />
}

export function PostJobButton({ onClick }: { onClick: () => void }) {
  return (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={onClick}>
      Post Job
    </Button>
  )
}
