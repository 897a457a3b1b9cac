import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useAct } from '#ui/use-act.ts'
import { finishJob } from './jobs.mutations.ts'

/** What shows a finished job, or what it brings about. */
const changed = [['jobs'], ['bids'], ['payments'], ['analytics']]

interface Props {
  job: { id: string; title: string }
  opened: boolean
  onClose: () => void
}

export default function FinishDialog({ job, opened, onClose }: Props) {
  const finishing = useAct({ run: finishJob, done: 'Job marked as complete.', keys: changed })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Mark Complete"
      question="Mark this job as complete?"
      confirm="Mark Complete"
      onConfirm={() => finishing.attempt(job.id)}
      failed="Something went wrong."
    >
      <bdi>{job.title}</bdi>. Its payment falls due, and messages about it end.
    </ConfirmDialog>
  )
}
