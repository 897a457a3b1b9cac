import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { FormFailure } from '../../../ui/forms/form-failure.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { enterSecondFactor, type Step } from './sign-in.ts'
import { signInWords } from './sign-in-words.ts'

const schema = z.object({
  code: z.string().check(z.trim(), z.minLength(6, 'Enter the 6 digits, or a recovery code.')),
})

/** This step came by itself; the hands stay on the keyboard. */
const focusOnArrival = (field: HTMLInputElement | null) => field?.focus()

interface Props {
  onStep: (step: Step) => void
  onCancel: () => void
}

export function SecondFactorForm({ onStep, onCancel }: Props) {
  const form = useForm({
    schema,
    onSubmit: async ({ code }) => onStep(await enterSecondFactor(code)),
    wordsFor: signInWords,
  })
  return (
    <Form form={form}>
      <TextField
        name="code"
        label="Code"
        description="The 6 digits that your authenticator app shows now, or one of your recovery codes."
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        ref={focusOnArrival}
      />
      <FormFailure />
      <SubmitButton fullWidth>Verify</SubmitButton>
      <Button variant="subtle" onClick={onCancel}>
        Sign in as somebody else
      </Button>
    </Form>
  )
}
