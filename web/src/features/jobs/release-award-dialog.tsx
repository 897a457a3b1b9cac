import * as z from 'zod/mini'
import { nameOf, type Named } from '#lib/format/name.ts'
import { reason } from '#lib/schemas/reason.ts'
import { ReasonDialog } from '#ui/reason-dialog.tsx'
import { releaseAward } from './jobs.mutations.ts'

interface Props {
  job: { id: string; title: string; awarded: Named | null }
  opened: boolean
  onClose: () => void
}

const schema = z.object({ reason: reason() })

/** What shows a job, or counts it. */
const changed = [['jobs'], ['bids'], ['audit'], ['analytics']]

export default function ReleaseAwardDialog({ job, opened, onClose }: Props) {
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title="Release award"
      isDangerous
      keep={`release:${job.id}`}
      schema={schema}
      act={({ reason: given }) => releaseAward(job.id, given)}
      done="Award released."
      keys={changed}
    >
      <p>
        This takes <bdi>{job.title}</bdi> back from <bdi>{nameOf(job.awarded)}</bdi>. The accepted
        bid is rejected for good, and the job is open for bids again.
      </p>
    </ReasonDialog>
  )
}
