import * as z from 'zod/mini'
import { reason } from '#lib/schemas.ts'
import { ReasonDialog } from '#ui/dialogs/form-dialog.tsx'
import { liftBan } from './acts.ts'
import { changedLists, type UserDialogProps } from './user-dialog.ts'

const schema = z.object({ reason: reason() })

export default function LiftBanDialog({ person, ...dialog }: UserDialogProps) {
  return (
    <ReasonDialog
      {...dialog}
      title="Lift ban"
      keep={`lift-ban:${person.id}`}
      schema={schema}
      act={(values) => liftBan(person.id, values.reason)}
      done="Ban lifted."
      keys={changedLists}
    >
      <p>
        <bdi>{person.name}</bdi> can sign in again at once.
      </p>
    </ReasonDialog>
  )
}
