import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { lazySection } from '#ui/lazy.tsx'
import { TextField, focusOnArrival } from '#ui/forms/text-fields.tsx'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { enterSecondFactor, type Asked } from './second-factor.ts'
import type { Step } from './sign-in.ts'
import { signInWords } from './sign-in-words.ts'

const MessageCodeForm = lazySection(() => import('./message-code-form.tsx'))

const schema = z.object({
  code: z.string().check(z.trim(), z.minLength(6, 'Enter the 6 digits, or a recovery code.')),
})

const ofApp = 'The 6 digits that your authenticator app shows now, or one of your recovery codes.'
const ofMessage = 'The 6 digits of our newest message, or one of your recovery codes.'

interface Props {
  onStep: (step: Step) => void
  onCancel: () => void
}

export default function SecondFactorForm({ onStep, onCancel }: Props) {
  const [asked, setAsked] = useState<Asked>()
  const form = useForm({
    schema,
    onSubmit: async ({ code }) => onStep(await enterSecondFactor(code, asked)),
    wordsFor: signInWords,
  })
  return (
    <>
      <Form form={form}>
        <TextField
          name="code"
          label="Code"
          description={asked ? ofMessage : ofApp}
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          ref={focusOnArrival}
        />
        <FormFailure />
        <SubmitButton fullWidth>Verify</SubmitButton>
      </Form>
      <Suspense>
        <MessageCodeForm onAsked={setAsked} />
      </Suspense>
      <Button variant="subtle" onClick={onCancel}>
        Sign in as somebody else
      </Button>
    </>
  )
}
