import { JobBids } from '#features/bids/job-bids.tsx'
import type { PostedJob } from '#features/jobs/posted-jobs.queries.ts'
import { PostedJobs } from '#features/jobs/posted-jobs.tsx'
import { jobChatAt } from './places.ts'
import { PostJobButton } from './post-job-button.tsx'
import type { FacilityDialogs } from './use-facility-dialogs.tsx'
import { usePlaces } from './use-places.ts'

interface Props {
  userId: string
  dialogs: FacilityDialogs
}

/** The jobs of the facility with their bids. */
export function JobsView({ userId, dialogs }: Props) {
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
