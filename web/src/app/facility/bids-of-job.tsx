import type { BidToAccept } from '../../features/bids/accept/accept-bid-dialog.tsx'
import { JobBids } from '../../features/bids/on-job/job-bids.tsx'
import type { PostedJob } from '../../features/jobs/posted/posted-jobs.ts'
import { personName } from '../../lib/format/person-name.ts'
import { jobChatAt } from './places.ts'

interface Props {
  job: PostedJob
  onAccept: (bid: BidToAccept) => void
}

/** Those who wrote before the job was given away can be answered. */
export function BidsOfJob({ job, onAccept }: Props) {
  const partners = job.talks
    .map((talk) => talk.partner_id)
    .filter((id) => id !== job.awarded_contractor_id)
  return (
    <JobBids
      bids={job.bids}
      budget={job.budget}
      chatWith={(id) => (partners.includes(id) ? jobChatAt(job.id, id) : undefined)}
      onAccept={({ id, amount, contractor }) =>
        onAccept({ id, amount, contractor: personName(contractor), job })
      }
    />
  )
}
