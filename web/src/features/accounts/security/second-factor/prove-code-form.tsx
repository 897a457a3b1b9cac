import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { DialogButtons } from '../../../../ui/dialog.tsx'
import { focusOnArrival } from '../../../../ui/forms/focus-on-arrival.ts'
import { FormFailure } from '../../../../ui/forms/form-failure.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { SubmitButton } from '../../../../ui/forms/submit-button.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { useForm } from '../../../../ui/forms/use-form.ts'
import styles from './second-factor.module.css'

const sixDigits = /^\s*(?:\d\s*){6}$/

interface Props {
  /** Where the code comes from. */
  children: ReactNode
  description: string
  /** What to do when it isn't six digits. */
  correction: string
  prove: (code: string) => Promise<void>
  onProven: () => void
  onCancel: () => void
}

/** A second factor counts once a code of it was seen. */
export function ProveCodeForm(props: Props) {
  const { children, description, correction, prove, onProven, onCancel } = props
  const form = useForm({
    schema: z.object({ code: z.string().check(z.regex(sixDigits, correction)) }),
    onSubmit: async ({ code }) => {
      await prove(code)
      onProven()
    },
  })
  return (
    <Form form={form}>
      {children}
      <TextField
        name="code"
        label="Code"
        description={description}
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
