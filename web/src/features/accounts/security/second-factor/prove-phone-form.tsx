import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { DialogButtons } from '../../../../ui/dialog.tsx'
import { focusOnArrival } from '../../../../ui/forms/focus-on-arrival.ts'
import { FormFailure } from '../../../../ui/forms/form-failure.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { SubmitButton } from '../../../../ui/forms/submit-button.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { useForm } from '../../../../ui/forms/use-form.ts'
import { type BegunPhone, provePhone } from './phones.ts'
import styles from './second-factor.module.css'

const sixDigits = /^\s*(?:\d\s*){6}$/
const schema = z.object({
  code: z.string().check(z.regex(sixDigits, 'Enter the 6 digits of the message.')),
})

interface Props {
  phone: BegunPhone
  onProven: () => void
  onCancel: () => void
}

export function ProvePhoneForm({ phone, onProven, onCancel }: Props) {
  const form = useForm({
    schema,
    onSubmit: async ({ code }) => {
      await provePhone(phone, code)
      onProven()
    },
  })
  return (
    <Form form={form}>
      <p role="status">A code is on its way to {phone.number}. It works for five minutes.</p>
      <TextField
        name="code"
        label="Code"
        description="The 6 digits of our newest message."
        inputMode="numeric"
        autoComplete="one-time-code"
        ref={focusOnArrival}
      />
      <p className={styles.quiet}>Devices that are signed in without it are signed out.</p>
      <FormFailure />
      <DialogButtons>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton>Verify</SubmitButton>
      </DialogButtons>
    </Form>
  )
}
