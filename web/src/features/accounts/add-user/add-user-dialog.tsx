import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { refreshQueries } from '#lib/live/refresh.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { ChoiceField } from '#ui/forms/input-fields.tsx'
import { PasswordField, TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { toast } from '#ui/toast.tsx'
import { roleChoices } from '../role-choices.ts'
import { addUser, fieldRefused, type Unanswered } from './add-user.ts'
import { newUser } from './new-user.ts'

/** Somebody of whom something is known already, as from a request for a demo. */
interface ExpectedUser {
  /** Tells the drafts apart. */
  id: string
  fullName: string
  company: string
  email: string
}

interface Props {
  opened: boolean
  onClose: () => void
  expected?: ExpectedUser
  /** What follows from there being this person; where it fails, the account stays. */
  onCreated?: (userId: string) => void
}

const title = 'Add User'
const roles = [{ value: '', label: 'Choose a role' }, ...roleChoices]

export default function AddUserDialog({ opened, onClose, expected, onCreated }: Props) {
  const queries = useQueryClient()
  const unanswered = useRef<Unanswered>({})
  const form = useForm({
    schema: newUser,
    onSubmit: async (user) => {
      const userId = await addUser(user, unanswered.current)
      for (const key of ['accounts', 'analytics', 'audit']) refreshQueries(queries, [key])
      toast('User created successfully')
      onClose()
      onCreated?.(userId)
    },
    fieldFor: fieldRefused,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      form={form}
      keep={expected ? `add-user:${expected.id}` : 'add-user'}
      submit={title}
    >
      <TextField
        name="full_name"
        label="Full name"
        defaultValue={expected?.fullName}
        autoComplete="off"
        data-autofocus
      />
      <TextField
        name="company_name"
        label="Company"
        defaultValue={expected?.company}
        autoComplete="off"
      />
      <TextField
        name="email"
        label="Email"
        type="email"
        defaultValue={expected?.email}
        autoComplete="off"
      />
      <PasswordField
        name="password"
        label="Password"
        description="At least 8 characters. They sign in with it, and can change it in their settings."
        autoComplete="new-password"
      />
      <ChoiceField name="role" label="Role" data={roles} />
    </FormDialog>
  )
}
