import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { phoneNumber } from '#lib/contact-schemas.ts'
import { DialogButtons } from '#ui/dialogs/dialog.tsx'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-fields.tsx'
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
