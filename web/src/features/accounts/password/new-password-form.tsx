import * as z from 'zod/mini'
import { errorFieldsOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { PasswordField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { toast } from '#ui/toast.tsx'
import type { Role } from '../roles.ts'
import { giveUp, resumeSignIn, spendLink } from '../sign-in/sign-in.ts'
import { signInWords } from '../sign-in/sign-in-words.ts'
import type { ResetLink } from './reset-link.ts'

const schema = z
  .object({
    password: z.string().check(z.minLength(1, 'Choose a password.')),
    again: z.string(),
  })
  .check(
    z.refine(({ password, again }) => password === again, {
      path: ['again'],
      message: 'The two are not the same.',
    }),
  )

interface Props {
  /** Still to be followed. */
  link: ResetLink | undefined
  onFollowed: () => void
  onSecondFactor: () => void
  onUsedUp: () => void
  onNoRole: () => void
  onDone: (role: Role) => void
}

/** The link is used up by the same press that saves the password, and not by looking at the page. */
export function NewPasswordForm({ link, ...steps }: Props) {
  const form = useForm({
    schema,
    wordsFor: signInWords,
    onSubmit: async ({ password }) => {
      if (link && (await spend(link)) === 'used-up') return steps.onUsedUp()
      steps.onFollowed()
      const step = await resumeSignIn()
      if (!step.done) return steps.onSecondFactor()
      await save(password)
      if (step.standing === 'newcomer') {
        // As after a sign-in by password, which opens nothing before there is a role.
        await giveUp()
        return steps.onNoRole()
      }
      toast('Your password is saved.')
      steps.onDone(step.standing)
    },
  })
  return (
    <Form form={form}>
      <PasswordField name="password" label="New password" autoComplete="new-password" />
      <PasswordField name="again" label="Confirm new password" autoComplete="new-password" />
      <FormFailure />
      <SubmitButton fullWidth>Save password</SubmitButton>
    </Form>
  )
}

async function spend({ tokenHash, type }: ResetLink) {
  try {
    return await spendLink(tokenHash, type)
  } catch (error) {
    const { code, status } = errorFieldsOf(error)
    if (code === 'otp_expired' || status === 403) return 'used-up' as const
    throw error
  }
}

async function save(password: string) {
  const { auth } = await supabase()
  const { error } = await auth.updateUser({ password })
  if (error) throw error
}
