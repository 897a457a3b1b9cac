import { Suspense } from 'react'
import { BidsOfJob } from './bids-of-job.tsx'
import type { BidToAccept } from '../../features/bids/accept/accept-bid-dialog.tsx'
import type { PostedJob } from '../../features/jobs/posted/posted-jobs.ts'
import { PostedJobsSection } from '../../features/jobs/posted/posted-jobs-section.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useSubject } from '../../ui/use-subject.ts'
import { jobChatAt } from './places.ts'
import { PostJobButton } from './post-job-button.tsx'

const AcceptBidDialog = lazyDialog(() => import('../../features/bids/accept/accept-bid-dialog.tsx'))

interface Props {
  userId: string
  onPost: () => void
  onEdit: (job: PostedJob) => void
}

/** The jobs of the facility with their bids. */
export function JobsView({ userId, onPost, onEdit }: Props) {
  const acceptance = useSubject<BidToAccept>()
  return (
    <>
      <PostedJobsSection
        userId={userId}
        post={<PostJobButton onClick={onPost} />}
        onEdit={onEdit}
        chatOf={({ id, awarded_contractor_id: contractor }) =>
          contractor ? jobChatAt(id, contractor) : undefined
        }
        bidsOf={(job) => <BidsOfJob job={job} onAccept={acceptance.open} />}
      />
      <Suspense>
        {acceptance.subject ? (
          <AcceptBidDialog
            bid={acceptance.subject}
            opened={acceptance.opened}
            onClose={acceptance.close}
          />
        ) : null}
      </Suspense>
    </>
  )
}
