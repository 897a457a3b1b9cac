import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { AcceptBidProvider, JobBids } from '#features/bids/job-bids.tsx'
import type { PostedJob } from '#features/jobs/posted-jobs.queries.ts'
import { PostedJobs } from '#features/jobs/posted-jobs.tsx'
import { bidsPath, jobChatPath } from './facility-urls.ts'
import type { FacilityDialogs } from './use-facility-dialogs.tsx'

interface Props {
  userId: string
  dialogs: FacilityDialogs
}

/** Lists the posted jobs, each with its bids. */
export function FacilityJobs({ userId, dialogs }: Props) {
  return (
    <AcceptBidProvider>
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
            allBidsPath={bidsPath(job.title)}
            chatPathFor={(contractorId) => bidChatPath(job, contractorId)}
          />
        )}
      />
    </AcceptBidProvider>
  )
}

/** Returns the path of the chat with a bidder. The job's row already links to the awarded contractor's chat. */
function bidChatPath(job: PostedJob, contractorId: string) {
  return contractorId === job.awarded_contractor_id ? undefined : jobChatPath(job.id, contractorId)
}

export function PostJobButton({ onClick }: { onClick: () => void }) {
  return (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={onClick}>
      Post Job
    </Button>
  )
}
