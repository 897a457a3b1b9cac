import { Button } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { emailAddress } from '#lib/email-schema.ts'
import { fetchSignInMethods, type SignInMethod } from '#lib/sign-in/sign-in-methods.ts'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { PasswordField, TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { lazySection } from '#ui/lazy.tsx'
import type { SignInStage } from './sign-in-stage.ts'
import styles from './sign-in.module.css'
import { readEmailField, signInErrorText, signInWithPassword, type Step } from './sign-in.ts'

// `OtherSignInButtons` is loaded only if the installation offers another sign-in method.
const OtherSignInButtons = lazySection(() => import('./other-sign-in-buttons.tsx'))

const schema = z.object({
  email: emailAddress,
  password: z.string().check(z.minLength(1, 'Enter your password.')),
})

interface Props {
  onStep: (step: Step) => void
  /** `email` is the text in the email field. */
  onMethod: (method: SignInStage['method'], email: string) => void
}

export function PasswordForm({ onStep, onMethod }: Props) {
  const methods = useSignInMethods()
  const form = useForm({
    schema,
    onSubmit: async ({ email, password }) => onStep(await signInWithPassword(email, password)),
    errorTextFor: signInErrorText,
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
        onClick={({ currentTarget }) => onMethod('mail', readEmailField(currentTarget))}
      >
        Email me a code
      </Button>
      {methods.length > 0 ? (
        <Suspense>
          <OtherSignInButtons methods={methods} onMethod={onMethod} />
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

/** Reads the other sign-in methods, and ignores a failure, because the password and the email code still work. */
function useSignInMethods() {
  const [methods, setMethods] = useState<SignInMethod[]>([])
  useEffect(() => {
    fetchSignInMethods().then(setMethods, () => undefined)
  }, [])
  return methods
}
