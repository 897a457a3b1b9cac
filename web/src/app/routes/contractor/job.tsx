import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { ownBidsOnJob } from '#features/bids/bids-on-job.queries.ts'
import type { MyBid } from '#features/bids/my-bids.queries.ts'
import { OwnBidOnJob } from '#features/bids/own-bid-on-job.tsx'
import { JobCompletion } from '#features/jobs/job-completion.tsx'
import { Fact, JobOverview } from '#features/jobs/job-page/job-overview.tsx'
import type { JobDetails } from '#features/jobs/job-page/job-page.queries.ts'
import { JobPage } from '#features/jobs/job-page/job-page.tsx'
import { JobConversations } from '#features/messages/job-conversations.tsx'
import { JobPaymentDetail, JobPaymentStatus } from '#features/payments/job-payment.tsx'
import { jobPayment } from '#features/payments/payments.queries.ts'
import { formatCount, nameOf } from '#lib/format.ts'
import { useAccount } from '#lib/session/account.ts'
import { UnknownAddress } from '../not-found.tsx'
import { makeMeta } from '../../page-meta.ts'
import { useJobLive } from '../shared/use-job-live.ts'
import { useContractorDialogs } from './contractor-dialogs.tsx'

export const meta = makeMeta('Job')

/** Shows a job to a contractor who can bid on it or has a bid on it. */
export default function ContractorJob() {
  const { userId } = useAccount()
  const { id = '' } = useParams()
  const { dialogs, ...open } = useContractorDialogs(userId)
  useJobLive(id, { isContractor: true })
  return (
    <>
      <JobPage
        jobId={id}
        list={{ to: '/contractor/jobs', label: 'Find work' }}
        unknown={<UnknownAddress />}
        isFacilityNamed
        renderActions={(job) => <Actions job={job} userId={userId} open={open} />}
      >
        {(job) => <Overview job={job} userId={userId} />}
      </JobPage>
      {dialogs}
    </>
  )
}

interface ActionsProps {
  job: JobDetails
  userId: string
  open: Omit<ReturnType<typeof useContractorDialogs>, 'dialogs'>
}

function Actions({ job, userId, open }: ActionsProps) {
  const { data: bids = [] } = useQuery(ownBidsOnJob(userId, job.id))
  const [bid] = bids
  const { id, title, budget } = job
  return (
    <>
      {bid ? <BidActions bid={bid} onWithdraw={() => open.withdraw(bid)} /> : null}
      <JobCompletion
        job={job}
        isWon={job.awarded_contractor_id === userId}
        onFinish={() => open.finish({ id, title })}
      />
      {job.can_bid ? (
        <Button
          size="sm"
          onClick={() => open.bid({ id, title, budget, facility_name: nameOf(job.facility) })}
        >
          Place Bid
        </Button>
      ) : null}
    </>
  )
}

function BidActions({ bid, onWithdraw }: { bid: MyBid; onWithdraw: () => void }) {
  return (
    <>
      {bid.can_withdraw ? (
        <Button variant="default" size="sm" onClick={onWithdraw}>
          Withdraw
        </Button>
      ) : null}
      {bid.can_chat ? (
        <Button
          component={Link}
          to={`/chat/job/${bid.job.id}`}
          variant="default"
          size="sm"
          leftSection={<MessageSquare size={16} aria-hidden />}
        >
          Chat
        </Button>
      ) : null}
    </>
  )
}

function Overview({ job, userId }: { job: JobDetails; userId: string }) {
  const { data: bids = [] } = useQuery(ownBidsOnJob(userId, job.id))
  const { data: payment } = useQuery(jobPayment(job.id))
  return (
    <JobOverview
      job={job}
      viewer={{ userId, isContractor: true }}
      accepted={bids.find(({ status }) => status === 'accepted')?.amount}
      payment={payment}
      paymentFact={
        <>
          {job.awarded_at || job.is_deleted ? null : (
            <Fact name="Bids">{formatCount(job.bid_count ?? 0)}</Fact>
          )}
          {payment ? (
            <Fact name="Payment" detail={<JobPaymentDetail payment={payment} />}>
              <JobPaymentStatus payment={payment} />
            </Fact>
          ) : null}
        </>
      }
      first={<OwnBidOnJob userId={userId} job={job} />}
    >
      <JobConversations jobId={job.id} chatPathFor={() => `/chat/job/${job.id}`} />
    </JobOverview>
  )
}
