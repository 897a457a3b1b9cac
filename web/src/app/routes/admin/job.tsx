import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { bidsOnJob } from '#features/bids/bids-on-job.queries.ts'
import { BidsOnJobList } from '#features/bids/bids-on-job.tsx'
import { JobConsultations } from '#features/consultations/job-consultations.tsx'
import { Fact, JobOverview } from '#features/jobs/job-page/job-overview.tsx'
import type { JobDetails } from '#features/jobs/job-page/job-page.queries.ts'
import { JobPage } from '#features/jobs/job-page/job-page.tsx'
import { JobPaymentDetail, JobPaymentStatus } from '#features/payments/job-payment.tsx'
import { jobPayment } from '#features/payments/payments.queries.ts'
import { useAccount } from '#lib/session/account.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { MoreMenu } from '#ui/more-menu.tsx'
import { Section } from '#ui/page.tsx'
import { UnknownAddress } from '../not-found.tsx'
import { makeMeta } from '../../page-meta.ts'
import { useJobLive } from '../shared/use-job-live.ts'
import { adminBidsPath } from './admin-page.tsx'

export const meta = makeMeta('Job')

const ReleaseAwardDialog = lazyPart(
  () => import('#features/jobs/release-award-dialog.tsx'),
  PlainDialog,
)

export default function AdminJob() {
  const { id = '' } = useParams()
  const release = useDialog<JobDetails>()
  useJobLive(id)
  return (
    <>
      <JobPage
        jobId={id}
        list={{ to: '/admin/jobs', label: 'Jobs' }}
        unknown={<UnknownAddress />}
        isFacilityNamed
        renderMenu={(job) =>
          job.can_release ? (
            <MoreMenu
              label={`More for ${job.title}`}
              entries={[
                {
                  label: 'Revoke award',
                  icon: Undo2,
                  isDangerous: true,
                  onSelect: () => release.open(job),
                },
              ]}
            />
          ) : null
        }
      >
        {(job) => <Overview job={job} />}
      </JobPage>
      <Suspense>
        {release.subject ? (
          <ReleaseAwardDialog
            key={release.subject.id}
            job={release.subject}
            opened={release.opened}
            onClose={release.close}
          />
        ) : null}
      </Suspense>
    </>
  )
}

function Overview({ job }: { job: JobDetails }) {
  const { userId } = useAccount()
  const { data: found } = useQuery(bidsOnJob(job.id))
  const { data: payment } = useQuery(jobPayment(job.id))
  return (
    <JobOverview
      job={job}
      viewer={{ userId, isContractor: false }}
      accepted={found?.bids.find(({ status }) => status === 'accepted')?.amount}
      payment={payment}
      paymentFact={
        payment ? (
          <Fact name="Payment" detail={<JobPaymentDetail payment={payment} />}>
            <JobPaymentStatus payment={payment} />
          </Fact>
        ) : null
      }
    >
      {found?.total === 0 ? null : (
        <Section title="Bids" isPlain>
          <BidsOnJobList
            job={job}
            allBidsPath={adminBidsPath(job.id)}
            chatPathFor={() => undefined}
          />
        </Section>
      )}
      <JobConsultations jobId={job.id} />
    </JobOverview>
  )
}
