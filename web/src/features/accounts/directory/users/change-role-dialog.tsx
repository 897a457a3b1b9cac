import * as z from 'zod/mini'
import { reason } from '#lib/schemas.ts'
import { ChoiceField } from '#ui/forms/input-fields.tsx'
import { ReasonDialog } from '#ui/dialogs/form-dialog.tsx'
import { roleNames, roles } from '../../roles.ts'
import { changeRole } from './acts.ts'
import { changedLists, type UserDialogProps } from './user-dialog.ts'

const schema = z.object({ role: z.enum(roles, 'Choose a role.'), reason: reason() })

export default function ChangeRoleDialog({ person, ...dialog }: UserDialogProps) {
  const others = roles.filter((role) => role !== person.role)
  return (
    <ReasonDialog
      {...dialog}
      title="Change role"
      keep={`change-role:${person.id}`}
      schema={schema}
      act={({ role, reason: why }) => changeRole(person.id, role, why)}
      done="Role changed."
      keys={changedLists}
    >
      <p>
        <bdi>{person.name}</bdi> {person.role ? `is ${inSentence[person.role]} now, and ` : ''}is
        signed out everywhere by the change. What they did so far stays.
      </p>
      <ChoiceField
        name="role"
        label="New role"
        required
        data={[
          { value: '', label: 'Choose a role' },
          ...others.map((role) => ({ value: role, label: roleNames[role] })),
        ]}
      />
    </ReasonDialog>
  )
}

const inSentence = {
  consultant: 'a consultant',
  facility: 'a facility',
  contractor: 'a contractor',
  admin: 'an admin',
}
