import * as z from 'zod/mini'
import { reason, requiredText } from '#lib/schemas.ts'
import { ChoiceField } from '#ui/forms/input-fields.tsx'
import { TextField } from '#ui/forms/text-fields.tsx'
import { ReasonDialog } from '#ui/dialogs/form-dialog.tsx'
import { roleChoices } from '../../role-choices.ts'
import { admit } from '../users/acts.ts'
import { changedLists, type UserDialogProps } from '../users/user-dialog.ts'

const schema = z.object({
  role: z.enum(['contractor', 'consultant', 'facility'], 'Choose a role.'),
  full_name: requiredText('Enter a name.', 200),
  company_name: requiredText('Enter a company.', 200),
  reason: reason(),
})

// Whoever came by themselves becomes no admin at once.
const roles = [
  { value: '', label: 'Choose a role' },
  ...roleChoices.filter(({ value }) => value !== 'admin'),
]

export default function AdmitDialog({ person, ...dialog }: UserDialogProps) {
  return (
    <ReasonDialog
      {...dialog}
      title="Give a role"
      keep={`admit:${person.id}`}
      schema={schema}
      act={(admission) => admit(person.id, admission)}
      done="Role given."
      keys={changedLists}
    >
      <p>
        <bdi>{person.email}</bdi> has an account and no role yet. With a role they go on to their
        dashboard at once.
      </p>
      <ChoiceField name="role" label="Role" required data={roles} />
      <TextField
        name="full_name"
        label="Full name"
        defaultValue={person.fullName}
        autoComplete="off"
        required
      />
      <TextField name="company_name" label="Company" autoComplete="off" required />
    </ReasonDialog>
  )
}
