import { CircleCheck, CircleDashed, Handshake, Trash2 } from 'lucide-react'
import { Chip } from '#ui/badge.tsx'

interface Props {
  job: { status: string; awarded_at: string | null }
}

export function JobStatusChip({ job: { status, awarded_at: awarded } }: Props) {
  if (status === 'finished') {
    return (
      <Chip icon={CircleCheck} tone="green">
        Finished
      </Chip>
    )
  }
  return awarded ? (
    <Chip icon={Handshake} tone="accent">
      Awarded
    </Chip>
  ) : (
    <Chip icon={CircleDashed} tone="plain">
      Open
    </Chip>
  )
}

interface AdminJobStatusProps {
  job: { status: string; awarded_at: string | null; is_deleted: boolean }
}

export function AdminJobStatusChip({ job }: AdminJobStatusProps) {
  return job.is_deleted ? (
    <Chip icon={Trash2} tone="red">
      Deleted
    </Chip>
  ) : (
    <JobStatusChip job={job} />
  )
}
