import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { focusOnArrival, TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { lazySection } from '#ui/lazy.tsx'
import { type TextMessageChallenge, verifySecondFactor } from './second-factor.ts'
import { signInErrorText, type Step } from './sign-in.ts'

const TextMessageForm = lazySection(() => import('./text-message-form.tsx'))

const schema = z.object({
  code: z.string().check(z.trim(), z.minLength(6, 'Enter the 6-digit code or a recovery code.')),
})

const appCodeDescription =
  'The 6-digit code from your authenticator app, or one of your recovery codes.'
const messageCodeDescription =
  'The 6-digit code from our latest text message, or one of your recovery codes.'

interface Props {
  onStep: (step: Step) => void
  onCancel: () => void
}

export default function SecondFactorForm({ onStep, onCancel }: Props) {
  const [challenge, setChallenge] = useState<TextMessageChallenge>()
  const form = useForm({
    schema,
    onSubmit: async ({ code }) => onStep(await verifySecondFactor(code, challenge)),
    errorTextFor: signInErrorText,
  })
  return (
    <>
      <Form form={form}>
        <TextField
          name="code"
          label="Code"
          description={challenge ? messageCodeDescription : appCodeDescription}
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          ref={focusOnArrival}
        />
        <FormFailure />
        <SubmitButton fullWidth>Verify</SubmitButton>
      </Form>
      <Suspense>
        <TextMessageForm onSent={setChallenge} />
      </Suspense>
      <Button variant="subtle" onClick={onCancel}>
        Log in as someone else
      </Button>
    </>
  )
}
