import { Button } from '@mantine/core'
import { Suspense } from 'react'
import * as z from 'zod/mini'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { PasswordField, TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { emailAddress } from '#lib/contact-schemas.ts'
import { lazySection } from '#ui/lazy.tsx'
import styles from './sign-in.module.css'
import { signInWithPassword, type Step } from './sign-in.ts'
import type { Stage } from './stage.ts'
import { typedEmail } from './typed-email.ts'
import { useOffered } from './use-offered.ts'
import { signInWords } from './sign-in-words.ts'

// Where nothing else is switched on, nothing of it is fetched.
const OtherWays = lazySection(() => import('../outside/other-ways.tsx'))

const schema = z.object({
  email: emailAddress,
  password: z.string().check(z.minLength(1, 'Enter your password.')),
})

interface Props {
  onStep: (step: Step) => void
  /** Without a password, with the address as far as it is typed. */
  onWay: (by: Stage['by'], email: string) => void
}

export function PasswordForm({ onStep, onWay }: Props) {
  const ways = useOffered()
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
        onClick={({ currentTarget }) => onWay('mail', typedEmail(currentTarget))}
      >
        Email me a code
      </Button>
      {ways.length > 0 ? (
        <Suspense>
          <OtherWays ways={ways} onWay={onWay} />
        </Suspense>
      ) : null}
      <p className={styles.aside}>
        <a href="/forgot-password">Forgot your password?</a>
      </p>
      <p className={styles.newcomer}>
        New to Mendwell? <a href="/request-intake-form">Request a demo</a>
      </p>
    </Form>
  )
}
