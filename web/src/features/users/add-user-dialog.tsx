import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { callFunction } from '#lib/call-function.ts'
import { emailAddress } from '#lib/email-schema.ts'
import { dataOf, errorFieldsOf, Failure, functionRefused, isTransient } from '#lib/errors.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { passwordRule } from '#lib/password-rule.ts'
import { isOn, requiredText } from '#lib/schemas.ts'
import { supabase } from '#lib/supabase.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { CheckboxField, ChoiceField } from '#ui/forms/choice-fields.tsx'
import { PasswordField, TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { toast } from '#ui/toast.ts'
import { roleChoices } from './users.mutations.ts'

/** The initial values of the form's fields, for example from a demo request. */
interface UserDefaults {
  /** The id of the source, such as a demo request. */
  id: string
  fullName: string
  company: string
  email: string
}

interface AddUserDialogProps {
  opened: boolean
  onClose: () => void
  defaults?: UserDefaults
  onCreated?: (userId: string) => void
}

const title = 'Add User'
const roles = [{ value: '', label: 'Choose a role' }, ...roleChoices]

export default function AddUserDialog({
  opened,
  onClose,
  defaults,
  onCreated,
}: AddUserDialogProps) {
  const queries = useQueryClient()
  const pending = useRef<PendingUser>({})
  const [isInvited, setInvited] = useState(false)
  const form = useForm({
    schema: newUserSchema,
    onSubmit: async (user) => {
      const userId = await addUser(user, pending.current)
      for (const key of ['accounts', 'analytics', 'audit']) refreshQueries(queries, [key])
      toast(user.invite ? `Invitation sent to ${user.email}` : 'User created successfully')
      onClose()
      onCreated?.(userId)
    },
    fieldFor: refusedField,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      form={form}
      draftName={defaults ? `add-user:${defaults.id}` : 'add-user'}
      submit={title}
    >
      <TextField
        name="full_name"
        label="Full name"
        defaultValue={defaults?.fullName}
        autoComplete="off"
        data-autofocus
      />
      <TextField
        name="company_name"
        label="Company"
        defaultValue={defaults?.company}
        autoComplete="off"
      />
      <TextField
        name="email"
        label="Email"
        type="email"
        defaultValue={defaults?.email}
        autoComplete="off"
      />
      {isInvited ? null : (
        <PasswordField
          name="password"
          label="Password"
          description={`${passwordRule} We email the user about the account, without the password.`}
          autoComplete="new-password"
        />
      )}
      <ChoiceField name="role" label="Role" data={roles} />
      {/* This field comes last, because the specification gives only the order of the other fields. */}
      <CheckboxField
        name="invite"
        label="Send an invitation instead"
        description="The user chooses a password with a link that works for 24 hours. To send another link, add the user again."
        onChange={({ currentTarget }) => setInvited(currentTarget.checked)}
      />
    </FormDialog>
  )
}

/** The fields have the server's names, because the server's error messages begin with the name of a field. */
const newUserSchema = z.object({
  full_name: requiredText('Enter a name.', 200),
  company_name: requiredText('Enter a company.', 200),
  email: emailAddress,
  invite: isOn(),
  // An invitation has no password. The password is not trimmed, because its spaces matter.
  password: z.optional(z.string().check(z.minLength(1, 'Choose a password.'))),
  role: z.enum(
    roleChoices.map(({ value }) => value),
    'Choose a role.',
  ),
})

type NewUser = z.infer<typeof newUserSchema>

const newUserFields = Object.keys(newUserSchema.shape)

const userRow = z.object({ id: z.uuid() })
const createdUser = z.object({ user: userRow })

/** The user whom the server may have created despite a transient failure of the latest request. */
export interface PendingUser {
  json?: string | undefined
}

/** After a transient failure, a conflict with the same values means that the user was created. */
async function addUser(user: NewUser, pending: PendingUser): Promise<string> {
  const json = JSON.stringify(user)
  try {
    return await create(user)
  } catch (error) {
    if (errorFieldsOf(error).status === 409 && pending.json === json) return findUserId(user.email)
    pending.json = isTransient(error) ? json : undefined
    throw error
  }
}

async function create({ invite, ...user }: NewUser) {
  const response = await callFunction('create-user', {
    ...user,
    ...(invite ? { invite } : {}),
    business_type: null,
    services: [],
    expertise: [],
  })
  const { success, data } = z.safeParse(createdUser, response)
  if (success) return data.user.id
  const message = 'Unexpected response'
  throw new Failure({ code: functionRefused, status: 200, message, hint: '' })
}

async function findUserId(email: string) {
  const client = await supabase()
  const query = client.from('admin_user_list').select('id').eq('email', email.toLowerCase())
  return z.parse(userRow, dataOf(await query.single())).id
}

function refusedField(error: unknown): string | undefined {
  const { status, message } = errorFieldsOf(error)
  if (status === 409) return 'email'
  return newUserFields.find((field) => message.toLowerCase().startsWith(field))
}
