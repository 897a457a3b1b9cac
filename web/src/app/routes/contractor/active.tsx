import { ActiveJobs } from '#features/bids/active-jobs.tsx'
import { JobCompletion } from '#features/jobs/job-completion.tsx'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'
import { useContractorDialogs } from './contractor-dialogs.tsx'
import { useContractorLive } from './use-contractor-live.ts'

export const meta = makeMeta('Active jobs')

export default function ContractorActiveJobs() {
  const { userId } = useAccount()
  const { finish, withdraw, dialogs } = useContractorDialogs(userId)
  useContractorLive(userId)
  return (
    <Page title="Active jobs">
      <ActiveJobs
        userId={userId}
        onWithdraw={withdraw}
        renderJobAction={({ job }) => (
          <JobCompletion
            job={job}
            isWon
            onFinish={() => finish({ id: job.id, title: job.title })}
          />
        )}
      />
      {dialogs}
    </Page>
  )
}
