import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { useDeleteJob } from './jobs.mutations.ts'

interface Props {
  job: { id: string; title: string; bid_count: number | null }
  opened: boolean
  onClose: () => void
}

export default function DeleteJobDialog({ job, opened, onClose }: Props) {
  const deleteJob = useDeleteJob()
  // `bid_count` counts pending and accepted bids. A job with an accepted bid cannot be deleted, so all counted bids are
  // pending here.
  const pending = job.bid_count ?? 0
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Delete Job"
      question="Are you sure you want to delete this job?"
      confirm="Delete Job"
      isDangerous
      onConfirm={() => deleteJob(job.id)}
    >
      <bdi>{job.title}</bdi> {describeEffect(pending)}
    </ConfirmDialog>
  )
}

function describeEffect(pending: number) {
  if (pending === 0) return "will be removed from all lists. This can't be undone."
  const bids = pending === 1 ? 'Its pending bid' : `Its ${pending} pending bids`
  return `will be removed from all lists. ${bids} will be rejected. This can't be undone.`
}
