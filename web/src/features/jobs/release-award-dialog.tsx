import * as z from 'zod/mini'
import { nameOf, type ProfileNames } from '#lib/format.ts'
import { reason } from '#lib/schemas.ts'
import { ReasonDialog } from '#ui/dialogs/form-dialog.tsx'
import { releaseAward } from './jobs.mutations.ts'

interface Props {
  job: { id: string; title: string; awarded: ProfileNames | null }
  opened: boolean
  onClose: () => void
}

const schema = z.object({ reason: reason() })

/** Query keys to invalidate after an award was released. */
const changedKeys = [['jobs'], ['bids'], ['audit'], ['analytics']]

export default function ReleaseAwardDialog({ job, opened, onClose }: Props) {
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title="Release award"
      isDangerous
      keep={`release:${job.id}`}
      schema={schema}
      act={(values) => releaseAward(job.id, values.reason)}
      done="Award released."
      keys={changedKeys}
    >
      <p>
        This takes <bdi>{job.title}</bdi> back from <bdi>{nameOf(job.awarded)}</bdi>. The accepted
        bid is rejected for good, and the job is open for bids again.
      </p>
    </ReasonDialog>
  )
}
