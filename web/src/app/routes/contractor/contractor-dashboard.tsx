import { ContractorTiles } from '#features/analytics/contractor-tiles.tsx'
import { OpenItems } from '#features/analytics/open-items/open-items.tsx'
import { MyBids } from '#features/bids/my-bids.tsx'
import { AvailableJobs } from '#features/jobs/available-jobs.tsx'
import { JobCompletion } from '#features/jobs/job-completion.tsx'
import { useAccount } from '#lib/session/account.ts'
import { Greeting } from '#ui/greeting.tsx'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'
import { useContractorDialogs } from './contractor-dialogs.tsx'
import { useContractorLive } from './use-contractor-live.ts'

export const meta = makeMeta('Contractor dashboard')

const openItemLists = { job_to_finish: '/contractor/active', messages: '/inbox' }

export default function ContractorDashboard() {
  const { userId, profile } = useAccount()
  const { bid, finish, withdraw, dialogs } = useContractorDialogs(userId)
  useContractorLive(userId)
  return (
    <Page
      title="Contractor dashboard"
      lead={<Greeting fullName={profile?.fullName} detail={profile?.company ?? ''} />}
    >
      <OpenItems
        userId={userId}
        handle={{ job_to_finish: ({ id, title }) => finish({ id, title }) }}
        lists={openItemLists}
      />
      <ContractorTiles />
      <AvailableJobs onBid={bid} />
      <MyBids
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
      {dialogs}
    </Page>
  )
}
