import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { errorFieldsOf } from '#lib/errors.ts'
import { DialogButtons } from '#ui/dialogs/dialog.tsx'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { beginApp, type BegunApp } from './second-factors.ts'

const schema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Give it a name.'),
      z.maxLength(100, 'At most 100 characters, please.'),
    ),
})

const isTaken = (error: unknown) => errorFieldsOf(error).code === 'mfa_factor_name_conflict'

interface Props {
  onBegun: (app: BegunApp) => void
  onCancel: () => void
}

export function NameAppForm({ onBegun, onCancel }: Props) {
  const form = useForm({
    schema,
    onSubmit: async ({ name }) => onBegun(await beginApp(name)),
    fieldFor: (error) => (isTaken(error) ? 'name' : undefined),
    wordsFor: (error) =>
      isTaken(error) ? 'You have an app of this name. Choose another name.' : undefined,
  })
  return (
    <Form form={form}>
      <TextField
        name="name"
        label="Name"
        description="So that you know it again, as “Work phone”."
        defaultValue="Phone"
        autoComplete="off"
        data-autofocus
      />
      <FormFailure />
      <DialogButtons>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton>Continue</SubmitButton>
      </DialogButtons>
    </Form>
  )
}
