import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { callFunction } from '#lib/call-function.ts'
import { emailAddress } from '#lib/contact-schemas.ts'
import { dataOf, errorFieldsOf, Failure, functionRefused, isTransient } from '#lib/errors.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { requiredText } from '#lib/schemas.ts'
import { supabase } from '#lib/supabase.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { ChoiceField } from '#ui/forms/choice-fields.tsx'
import { PasswordField, TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { toast } from '#ui/toast.tsx'
import { roleChoices } from './users.mutations.ts'

/** Somebody of whom something is known already, as from a request for a demo. */
interface ExpectedUser {
  /** Tells the drafts apart. */
  id: string
  fullName: string
  company: string
  email: string
}

interface AddUserDialogProps {
  opened: boolean
  onClose: () => void
  expected?: ExpectedUser
  /** What follows from there being this person; where it fails, the account stays. */
  onCreated?: (userId: string) => void
}

const title = 'Add User'
const roles = [{ value: '', label: 'Choose a role' }, ...roleChoices]

export default function AddUserDialog({
  opened,
  onClose,
  expected,
  onCreated,
}: AddUserDialogProps) {
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

/** By the names the server has for them, which it also begins its complaints with. */
const newUser = z.object({
  full_name: requiredText('Enter a name.', 200),
  company_name: requiredText('Enter a company.', 200),
  email: emailAddress,
  // Of a password every character counts.
  password: z.string().check(z.minLength(1, 'Choose a password.')),
  role: z.enum(
    roleChoices.map(({ value }) => value),
    'Choose a role.',
  ),
})

type NewUser = z.infer<typeof newUser>

const newUserFields = Object.keys(newUser.shape)

const userRow = z.object({ id: z.uuid() })
const createdUser = z.object({ user: userRow })

/** What was sent and never answered: it may have been done. */
export interface Unanswered {
  user?: string | undefined
}

/** @returns The new person's id. */
async function addUser(user: NewUser, unanswered: Unanswered): Promise<string> {
  const sent = JSON.stringify(user)
  try {
    return await create(user)
  } catch (error) {
    if (errorFieldsOf(error).status === 409 && unanswered.user === sent) return idOf(user.email)
    unanswered.user = isTransient(error) ? sent : undefined
    throw error
  }
}

async function create(user: NewUser) {
  const said = await callFunction('create-user', {
    ...user,
    business_type: null,
    services: [],
    expertise: [],
  })
  const { success, data } = z.safeParse(createdUser, said)
  if (success) return data.user.id
  const message = 'Unexpected response'
  throw new Failure({ code: functionRefused, status: 200, message, hint: '' })
}

async function idOf(email: string) {
  const client = await supabase()
  const found = client.from('admin_user_list').select('id').eq('email', email.toLowerCase())
  return z.parse(userRow, dataOf(await found.single())).id
}

/** Where what was refused is to be mended. */
function fieldRefused(error: unknown): string | undefined {
  const { status, message } = errorFieldsOf(error)
  if (status === 409) return 'email'
  return newUserFields.find((field) => message.toLowerCase().startsWith(field))
}
