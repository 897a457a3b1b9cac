import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { readingsOf } from '../../../../lib/errors/failure.ts'
import { DialogButtons } from '../../../../ui/dialog.tsx'
import { FormFailure } from '../../../../ui/forms/form-failure.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { SubmitButton } from '../../../../ui/forms/submit-button.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { useForm } from '../../../../ui/forms/use-form.ts'
import { beginPhone, type BegunPhone } from './phones.ts'

/** What people put between the digits. */
const between = /[\s().-]/g
const schema = z.object({
  number: z.string().check(
    z.overwrite((written) => written.replaceAll(between, '')),
    z.regex(/^\+[1-9]\d{6,14}$/, 'Write it with + and the country, as +1 303 555 0142.'),
  ),
})

const isTaken = (error: unknown) =>
  ['mfa_verified_factor_exists', 'mfa_factor_name_conflict'].includes(readingsOf(error).code ?? '')

interface Props {
  onBegun: (phone: BegunPhone) => void
  onCancel: () => void
}

export function NumberForm({ onBegun, onCancel }: Props) {
  const form = useForm({
    schema,
    onSubmit: async ({ number }) => onBegun(await beginPhone(number)),
    fieldFor: (error) => (isTaken(error) ? 'number' : undefined),
    wordsFor: (error) => (isTaken(error) ? 'This phone is there already.' : undefined),
  })
  return (
    <Form form={form}>
      <TextField
        name="number"
        label="Phone number"
        description="We send a code to it by text message now, and at each sign-in that asks for one."
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
