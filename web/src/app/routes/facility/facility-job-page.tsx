import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Copy, MessageSquare, Pencil, Trash2 } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { bidsOnJob } from '#features/bids/bids-on-job.queries.ts'
import { BidsOnJobList, BidsSummary } from '#features/bids/bids-on-job.tsx'
import { AcceptBidProvider } from '#features/bids/job-bids.tsx'
import { JobConsultations } from '#features/consultations/job-consultations.tsx'
import { postAgainPath } from '#features/jobs/job-paths.ts'
import { Fact, JobOverview } from '#features/jobs/job-page/job-overview.tsx'
import type { JobDetails } from '#features/jobs/job-page/job-page.queries.ts'
import { JobPage } from '#features/jobs/job-page/job-page.tsx'
import { JobConversations } from '#features/messages/job-conversations.tsx'
import { JobPaymentDetail, JobPaymentStatus } from '#features/payments/job-payment.tsx'
import { jobPayment, type Payment } from '#features/payments/payments.queries.ts'
import { formatCount, nameOf } from '#lib/format.ts'
import { jobBidsPath, jobPath } from '#lib/job-paths.ts'
import { useAccount } from '#lib/session/account.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { MoreMenu } from '#ui/more-menu.tsx'
import type { MenuEntry } from '#ui/opened-menu.tsx'
import { PageTabs } from '#ui/tabs.tsx'
import { UnknownAddress } from '../not-found.tsx'
import { useJobLive } from '../shared/use-job-live.ts'
import { bidsPath, facilityPaths, jobChatPath } from './facility-urls.ts'
import { type FacilityDialogs, useFacilityDialogs } from './use-facility-dialogs.tsx'

const DeleteJobDialog = lazyPart(() => import('#features/jobs/delete-job-dialog.tsx'), PlainDialog)

interface Props {
  jobId: string
  tab: 'overview' | 'bids'
}

/** Shows a job to the facility that posted it. */
export function FacilityJobPage({ jobId, tab }: Props) {
  const { userId } = useAccount()
  const dialogs = useFacilityDialogs(userId)
  const deletion = useDialog<JobDetails>()
  useJobLive(jobId)
  return (
    <AcceptBidProvider>
      <JobPage
        jobId={jobId}
        list={{ to: facilityPaths.jobs, label: 'Jobs' }}
        unknown={<UnknownAddress />}
        renderActions={(job) => <Actions job={job} tab={tab} />}
        renderMenu={(job) => (
          <Menu job={job} onEdit={() => dialogs.edit(job)} onDelete={() => deletion.open(job)} />
        )}
        renderTabs={(job) => <Tabs job={job} tab={tab} />}
      >
        {(job) => (tab === 'bids' ? <Bids job={job} /> : <Overview job={job} dialogs={dialogs} />)}
      </JobPage>
      {dialogs.element}
      <Suspense>
        {deletion.subject ? (
          <DeleteJobDialog
            job={deletion.subject}
            opened={deletion.opened}
            onClose={deletion.close}
          />
        ) : null}
      </Suspense>
    </AcceptBidProvider>
  )
}

interface ActionsProps {
  job: JobDetails
  tab: Props['tab']
}

function Actions({ job, tab }: ActionsProps) {
  const { id, awarded_contractor_id: contractorId, bid_count: bids } = job
  if (contractorId) {
    return (
      <Button
        component={Link}
        to={jobChatPath(id, contractorId)}
        variant="default"
        size="sm"
        leftSection={<MessageSquare size={16} aria-hidden />}
      >
        Chat
      </Button>
    )
  }
  if (tab === 'bids' || job.is_deleted || !bids) return null
  return (
    <Button component={Link} to={jobBidsPath(id)} size="sm">
      {`Review ${formatCount(bids, 'bid')}`}
    </Button>
  )
}

interface MenuProps {
  job: JobDetails
  onEdit: () => void
  onDelete: () => void
}

function Menu({ job, onEdit, onDelete }: MenuProps) {
  const edit = { label: 'Edit job', icon: Pencil, onSelect: onEdit }
  const remove = { label: 'Delete job', icon: Trash2, isDangerous: true, onSelect: onDelete }
  const copy = { label: 'Post again', icon: Copy, to: postAgainPath(job.id) }
  const entries: MenuEntry[] = [
    ...(job.can_edit ? [edit] : []),
    ...(job.status === 'finished' ? [copy] : []),
    ...(job.can_delete ? [remove] : []),
  ]
  return entries.length > 0 ? <MoreMenu label={`More for ${job.title}`} entries={entries} /> : null
}

function Tabs({ job: { id, bid_count: count }, tab }: { job: JobDetails; tab: Props['tab'] }) {
  const [overview, bids] = [jobPath('facility', id), jobBidsPath(id)]
  return (
    <PageTabs
      label="Job sections"
      tabs={[
        { to: overview, label: 'Overview' },
        { to: bids, label: 'Bids', count: count ?? undefined },
      ]}
      current={tab === 'bids' ? bids : overview}
    />
  )
}

function Bids({ job }: { job: JobDetails }) {
  return (
    <BidsOnJobList
      job={job}
      allBidsPath={bidsPath(job.title)}
      chatPathFor={(contractorId) => jobChatPath(job.id, contractorId)}
    />
  )
}

interface OverviewProps {
  job: JobDetails
  dialogs: FacilityDialogs
}

function Overview({ job, dialogs }: OverviewProps) {
  const { userId } = useAccount()
  const { data: found } = useQuery(bidsOnJob(job.id))
  const { data: payment } = useQuery(jobPayment(job.id))
  return (
    <JobOverview
      job={job}
      viewer={{ userId, isContractor: false }}
      accepted={found?.bids.find(({ status }) => status === 'accepted')?.amount}
      payment={payment}
      paymentFact={payment ? <PaymentFact payment={payment} dialogs={dialogs} /> : null}
      first={<BidsSummary job={job} />}
    >
      <JobConversations
        jobId={job.id}
        chatPathFor={(contractorId) => jobChatPath(job.id, contractorId)}
      />
      <JobConsultations jobId={job.id} isParty />
    </JobOverview>
  )
}

interface PaymentFactProps {
  payment: Payment
  dialogs: FacilityDialogs
}

function PaymentFact({ payment, dialogs }: PaymentFactProps) {
  const { id, amount, payee, job } = payment
  const record = () =>
    dialogs.record({ id, amount, name: nameOf(payee), purpose: job?.title ?? '' })
  return (
    <Fact name="Payment" detail={<JobPaymentDetail payment={payment} />}>
      <JobPaymentStatus payment={payment} />
      {payment.can_record ? (
        <Button size="sm" onClick={record}>
          Record payment
        </Button>
      ) : null}
    </Fact>
  )
}
