import { Button } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { Chip } from '#ui/chip.tsx'

interface Props {
  job: { title: string; status: string; can_finish: boolean | null }
  isWon: boolean
  onFinish: () => void
}

/** "Mark Complete" for whom the work was given to, "Job Completed" once it is done. */
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
