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

/** Query keys to invalidate after an award is revoked. */
const changedKeys = [['jobs'], ['bids'], ['audit'], ['analytics']]

export default function ReleaseAwardDialog({ job, opened, onClose }: Props) {
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title="Revoke award"
      isDangerous
      draftName={`release:${job.id}`}
      schema={schema}
      act={(values) => releaseAward(job.id, values.reason)}
      done="Award revoked."
      keys={changedKeys}
    >
      <p>
        <bdi>{nameOf(job.awarded)}</bdi> loses <bdi>{job.title}</bdi>. Their bid is rejected, and
        the job is open for bids again. This can't be undone.
      </p>
    </ReasonDialog>
  )
}
