import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { useFinishJob } from './jobs.mutations.ts'

interface Props {
  job: { id: string; title: string }
  opened: boolean
  onClose: () => void
}

export default function FinishJobDialog({ job, opened, onClose }: Props) {
  const completion = useFinishJob()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Mark Complete"
      question="Mark this job as complete?"
      confirm="Mark Complete"
      onConfirm={() => completion.attempt(job.id)}
    >
      <bdi>{job.title}</bdi>. Payment becomes due, and messaging about this job ends.
    </ConfirmDialog>
  )
}
