import { useRef } from 'react'
import * as z from 'zod/mini'
import { focusOnArrival } from '../../../ui/forms/focus-on-arrival.ts'
import { FormFailure } from '../../../ui/forms/form-failure.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { codeWords, spendCode } from './sign-in-by-code.ts'
import { resumeSignIn, SignInFailure, type Step } from './sign-in.ts'

const schema = z.object({
  // Mail programs and people put a space in the middle.
  code: z.string().check(z.regex(/^(?:\s*\d){6}\s*$/, 'Enter the 6 digits of the mail.')),
})

interface Props {
  email: string
  onStep: (step: Step) => void
}

export function CodeForm({ email, onStep }: Props) {
  const isSpent = useRef(false)
  const resumed = async () => {
    try {
      return await resumeSignIn()
    } catch (error) {
      // It ended the session as well: the next try needs a code of its own.
      if (error instanceof SignInFailure) isSpent.current = false
      throw error
    }
  }
  const form = useForm({
    schema,
    onSubmit: async ({ code }) => {
      if (!isSpent.current) await spendCode(email, code.replaceAll(/\s/g, ''))
      isSpent.current = true
      onStep(await resumed())
    },
    wordsFor: codeWords,
  })
  return (
    <Form form={form}>
      <TextField
        name="code"
        label="Code"
        description="The 6 digits of the newest mail from us."
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        ref={focusOnArrival}
      />
      <FormFailure />
      <SubmitButton fullWidth>Log In</SubmitButton>
    </Form>
  )
}
