import { Button } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { Chip } from '#ui/badge.tsx'

interface Props {
  job: { title: string; status: string; can_finish: boolean | null }
  isWon: boolean
  onFinish: () => void
}

/** Shows "Mark Complete" to the contractor with the award, or "Job Completed" once the job is finished. */
export function JobCompletion({ job, isWon, onFinish }: Props) {
  if (!isWon) return null
  if (job.can_finish) {
    return (
      <Button size="sm" aria-label={`Mark Complete: ${job.title}`} onClick={onFinish}>
        Mark Complete
      </Button>
    )
  }
  if (job.status !== 'finished') return null
  return (
    <Chip icon={CircleCheck} tone="green">
      Job Completed
    </Chip>
  )
}
