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
import styles from '../security.module.css'

const sixDigits = /^\s*(?:\d\s*){6}$/

const schema = z.object({
  code: z.string().check(z.regex(sixDigits, 'Enter the 6 digits of the message.')),
})

interface Props {
  /** Where the code went, and for how long it is good. */
  told: string
  /** What else comes with it. */
  children?: ReactNode
  onCode: (code: string) => Promise<void>
  wordsFor?: (error: unknown) => string | undefined
  onCancel: () => void
}

export function NumberCodeForm({ told, children, onCode, wordsFor, onCancel }: Props) {
  const form = useForm({
    schema,
    onSubmit: ({ code }) => onCode(code.replaceAll(/\s/g, '')),
    ...(wordsFor ? { wordsFor } : {}),
  })
  return (
    <Form form={form}>
      <p role="status">{told}</p>
      <TextField
        name="code"
        label="Code"
        description="The 6 digits of our newest message."
        inputMode="numeric"
        autoComplete="one-time-code"
        ref={focusOnArrival}
      />
      {children ? <p className={styles.quiet}>{children}</p> : null}
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
