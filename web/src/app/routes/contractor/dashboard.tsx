import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#features/accounts/session/account-context.ts'
import { contractorSummary } from '#features/analytics/contractor/contractor-summary.ts'
import { ContractorTiles } from '#features/analytics/contractor/contractor-tiles.tsx'
import { WaitingForYou } from '#features/analytics/waiting/waiting-for-you.tsx'
import { OwnBids } from '#features/bids/own/own-bids.tsx'
import { AvailableJobs } from '#features/jobs/available/available-jobs-list.tsx'
import { JobCompletion } from '#features/jobs/finish/job-completion.tsx'
import { ReceivedPayments } from '#features/payments/received/received-payments.tsx'
import { Page } from '#ui/page.tsx'
import { useContractorLive } from '../../contractor/use-contractor-live.ts'
import { titled } from '../../titled.ts'
import { useContractorDialogs } from './dialogs.tsx'

export const meta = titled('Contractor dashboard')

export default function ContractorDashboard() {
  const { userId } = useAccount()
  const { data: figures } = useQuery(contractorSummary)
  const { bid, finish, withdraw, dialogs } = useContractorDialogs(userId)
  useContractorLive(userId)
  return (
    <Page title="Contractor dashboard">
      <WaitingForYou
        userId={userId}
        handle={{ job_to_finish: ({ id, title }) => finish({ id, title }) }}
      />
      <ContractorTiles />
      <AvailableJobs onBid={bid} />
      <OwnBids
        userId={userId}
        onWithdraw={withdraw}
        renderJobAction={({ status, job }) => (
          <JobCompletion
            job={job}
            isWon={status === 'accepted'}
            onFinish={() => finish({ id: job.id, title: job.title })}
          />
        )}
      />
      <ReceivedPayments
        userId={userId}
        sums={figures}
        hint="Each job that you mark complete makes one, of the amount that was accepted."
      />
      {dialogs}
    </Page>
  )
}
