import { Trash2 } from 'lucide-react'
import { Chip } from '#ui/chip.tsx'
import { JobStatus } from '../posted/job-status.tsx'

interface Props {
  job: { status: string; awarded_at: string | null; is_deleted: boolean }
}

export function JobStateChip({ job }: Props) {
  return job.is_deleted ? (
    <Chip icon={Trash2} tone="red">
      Deleted
    </Chip>
  ) : (
    <JobStatus job={job} />
  )
}
