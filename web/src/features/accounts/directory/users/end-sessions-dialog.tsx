import * as z from 'zod/mini'
import { reason } from '#lib/schemas.ts'
import { ReasonDialog } from '#ui/dialogs/form-dialog.tsx'
import { endSessions } from './acts.ts'
import { changedLists, type UserDialogProps } from './user-dialog.ts'

const schema = z.object({ reason: reason() })

export default function EndSessionsDialog({ person, ...dialog }: UserDialogProps) {
  return (
    <ReasonDialog
      {...dialog}
      title="End sessions"
      keep={`end-sessions:${person.id}`}
      schema={schema}
      act={(values) => endSessions(person.id, values.reason)}
      done="Sessions ended."
      keys={changedLists}
    >
      <p>
        <bdi>{person.name}</bdi> is signed out on every device at once, and can sign in again.
      </p>
    </ReasonDialog>
  )
}
