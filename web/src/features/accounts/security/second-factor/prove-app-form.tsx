import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { DialogButtons } from '../../../../ui/dialog.tsx'
import { focusOnArrival } from '../../../../ui/forms/focus-on-arrival.ts'
import { FormFailure } from '../../../../ui/forms/form-failure.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { SubmitButton } from '../../../../ui/forms/submit-button.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { useForm } from '../../../../ui/forms/use-form.ts'
import styles from './second-factor.module.css'
import { type BegunApp, proveApp } from './second-factors.ts'

const sixDigits = /^\s*(?:\d\s*){6}$/
const schema = z.object({
  code: z.string().check(z.regex(sixDigits, 'Enter the 6 digits that your app shows.')),
})

interface Props {
  app: BegunApp
  onProven: () => void
  onCancel: () => void
}

export function ProveAppForm({ app, onProven, onCancel }: Props) {
  const form = useForm({
    schema,
    onSubmit: async ({ code }) => {
      await proveApp(app.id, code)
      onProven()
    },
  })
  return (
    <Form form={form}>
      <div className={styles.scan}>
        <img src={app.picture} alt="A QR code for your app" className={styles.picture} />
        <div className={styles.words}>
          <p>Scan this with your authenticator app, or type this key into it:</p>
          <code className={styles.key}>{inGroups(app.secret)}</code>
        </div>
      </div>
      <TextField
        name="code"
        label="Code"
        description="The 6 digits that the app shows now."
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

/** Easier to type. Apps do not mind the spaces. */
function inGroups(secret: string) {
  return (secret.match(/.{1,4}/g) ?? []).join(' ')
}
