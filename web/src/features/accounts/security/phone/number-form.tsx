import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { phoneNumber } from '#lib/schemas/phone-number.ts'
import { DialogButtons } from '#ui/dialog.tsx'
import { FormFailure } from '#ui/forms/form-failure.tsx'
import { Form } from '#ui/forms/form.tsx'
import { SubmitButton } from '#ui/forms/submit-button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useForm } from '#ui/forms/use-form.ts'

const schema = z.object({ number: phoneNumber })

interface Props {
  description: string
  /** Has a code sent to it. */
  onNumber: (number: string) => Promise<void>
  /** What a refusal says that is about the number itself. */
  wordsFor: (error: unknown) => string | undefined
  onCancel: () => void
}

export function NumberForm({ description, onNumber, wordsFor, onCancel }: Props) {
  const form = useForm({
    schema,
    onSubmit: ({ number }) => onNumber(number),
    fieldFor: (error) => (wordsFor(error) ? 'number' : undefined),
    wordsFor,
  })
  return (
    <Form form={form}>
      <TextField
        name="number"
        label="Phone number"
        description={description}
        type="tel"
        autoComplete="tel"
        data-autofocus
      />
      <FormFailure />
      <DialogButtons>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton>Text me a code</SubmitButton>
      </DialogButtons>
    </Form>
  )
}
