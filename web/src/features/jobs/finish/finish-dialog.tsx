import { useQueryClient } from '@tanstack/react-query'
import { renew } from '../../../lib/live/renew.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { finishJob } from './finish-job.ts'

interface Props {
  job: { id: string; title: string }
  opened: boolean
  onClose: () => void
}

export default function FinishDialog({ job, opened, onClose }: Props) {
  const queries = useQueryClient()
  const finish = async () => {
    await finishJob(job.id)
    toast('Job marked as complete.')
    for (const domain of ['jobs', 'bids', 'payments', 'analytics']) renew(queries, [domain])
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Mark Complete"
      question="Mark this job as complete?"
      confirm="Mark Complete"
      onConfirm={finish}
      failed="Something went wrong."
    >
      <bdi>{job.title}</bdi>. Its payment falls due, and messages about it end.
    </ConfirmDialog>
  )
}
