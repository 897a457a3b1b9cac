import { PostedJobsTable } from '#features/jobs/posted-jobs-table.tsx'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'
import { PostJobButton } from './facility-jobs.tsx'
import { useFacilityDialogs } from './use-facility-dialogs.tsx'
import { useFacilityLive } from './use-facility-live.ts'

export const meta = makeMeta('Jobs')

export default function FacilityJobsPage() {
  const { userId } = useAccount()
  const dialogs = useFacilityDialogs(userId)
  useFacilityLive(userId)
  const postButton = <PostJobButton onClick={dialogs.post} />
  return (
    <Page title="Jobs" actions={postButton}>
      <PostedJobsTable userId={userId} postButton={postButton} />
      {dialogs.element}
    </Page>
  )
}
