import { JobBids } from '#features/bids/job-bids.tsx'
import type { PostedJob } from '#features/jobs/jobs.queries.ts'
import { PostedJobsSection } from '#features/jobs/posted-jobs.tsx'
import { nameOf } from '#lib/format/name.ts'
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
    <PostedJobsSection
      userId={userId}
      post={<PostJobButton onClick={dialogs.post} />}
      onEdit={dialogs.edit}
      chatOf={({ id, awarded_contractor_id: contractor }) =>
        contractor ? jobChatAt(id, contractor) : undefined
      }
      renderBids={(job) => (
        <JobBids
          bids={job.bids}
          total={job.total_bids}
          othersAt={viewAt('bids', { 'bids.q': job.title })}
          budget={job.budget}
          chatWith={(contractorId) => chatAtBid(job, contractorId)}
          onAccept={({ id, amount, contractor }) =>
            dialogs.accept({ id, amount, contractor: nameOf(contractor), job })
          }
        />
      )}
    />
  )
}

/** Whoever has the job is talked to at the job, the others at their bid. */
function chatAtBid(job: PostedJob, contractorId: string) {
  return contractorId === job.awarded_contractor_id ? undefined : jobChatAt(job.id, contractorId)
}
