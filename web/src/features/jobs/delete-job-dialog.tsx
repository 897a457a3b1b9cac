import { useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { deleteJob } from './jobs.mutations.ts'

interface Props {
  job: { id: string; title: string; bid_count: number | null }
  opened: boolean
  onClose: () => void
}

export default function DeleteJobDialog({ job, opened, onClose }: Props) {
  const queries = useQueryClient()
  // What is awarded is not deleted: each bid that lives is pending.
  const pending = job.bid_count ?? 0
  const confirm = async () => {
    await deleteJob(job.id)
    await queries.invalidateQueries({ queryKey: ['jobs'] })
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Delete Job"
      question="Are you sure you want to delete this job?"
      confirm="Delete Job"
      isDangerous
      onConfirm={confirm}
      failed="Something went wrong."
    >
      <bdi>{job.title}</bdi> {effectOn(pending)}
    </ConfirmDialog>
  )
}

function effectOn(pending: number) {
  if (pending === 0) return 'leaves every list. This cannot be undone.'
  const bids = pending === 1 ? 'Its pending bid becomes' : `Its ${pending} pending bids become`
  return `leaves every list. ${bids} rejected. This cannot be undone.`
}
