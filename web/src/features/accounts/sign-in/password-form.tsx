import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { FormFailure } from '../../../ui/forms/form-failure.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { emailAddress } from '../../../lib/schemas/email-address.ts'
import styles from './sign-in.module.css'
import { signInWithPassword, type Step } from './sign-in.ts'
import { signInWords } from './sign-in-words.ts'

const schema = z.object({
  email: emailAddress,
  password: z.string().check(z.minLength(1, 'Enter your password.')),
})

interface Props {
  onStep: (step: Step) => void
  /** With the address as far as it is typed. */
  onCode: (email: string) => void
}

export function PasswordForm({ onStep, onCode }: Props) {
  const form = useForm({
    schema,
    onSubmit: async ({ email, password }) => onStep(await signInWithPassword(email, password)),
    wordsFor: signInWords,
  })
  return (
    <Form form={form}>
      <TextField name="email" label="Email" type="email" autoComplete="username" />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <FormFailure />
      <SubmitButton fullWidth>Log In</SubmitButton>
      <Button
        variant="default"
        fullWidth
        onClick={({ currentTarget }) => onCode(emailIn(currentTarget.form))}
      >
        Email me a code
      </Button>
      <p className={styles.aside}>
        <a href="/forgot-password">Forgot your password?</a>
      </p>
      <p className={styles.newcomer}>
        New to Mendwell? <a href="/request-intake-form">Request a demo</a>
      </p>
    </Form>
  )
}

function emailIn(form: HTMLFormElement | null) {
  const field = form?.elements.namedItem('email')
  return field instanceof HTMLInputElement ? field.value : ''
}
