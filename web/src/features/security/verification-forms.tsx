import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { phoneNumber } from '#lib/schemas.ts'
import { DialogButtons } from '#ui/dialogs/dialog.tsx'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { focusOnArrival, TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import styles from './security.module.css'

const schema = z.object({ number: phoneNumber })

interface NumberFormProps {
  description: string
  onNumber: (number: string) => Promise<void>
  /** Returns the error message if the server refused this number. */
  errorTextFor: (error: unknown) => string | undefined
  onCancel: () => void
}

export function NumberForm({ description, onNumber, errorTextFor, onCancel }: NumberFormProps) {
  const form = useForm({
    schema,
    onSubmit: ({ number }) => onNumber(number),
    fieldFor: (error) => (errorTextFor(error) ? 'number' : undefined),
    errorTextFor,
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

interface NumberCodeFormProps {
  /** Explains where the code was sent, and how long it works. */
  message: string
  /** An additional text, such as "Other devices will be logged out." */
  aside?: string
  onCode: (code: string) => Promise<void>
  errorTextFor?: (error: unknown) => string | undefined
  onCancel: () => void
}

export function NumberCodeForm({ message, ...form }: NumberCodeFormProps) {
  return (
    <SixDigitsForm
      description="The 6-digit code from our latest text message."
      correction="Enter the 6-digit code from the text message."
      {...form}
    >
      <p role="status">{message}</p>
    </SixDigitsForm>
  )
}

const sixDigits = /^\s*(?:\d\s*){6}$/

interface SixDigitsFormProps {
  /** Explains where the code comes from. */
  children: ReactNode
  description: string
  /** The message if the code does not have six digits. */
  correction: string
  /** An additional text, such as "Other devices will be logged out." */
  aside?: string | undefined
  onCode: (code: string) => Promise<void>
  errorTextFor?: ((error: unknown) => string | undefined) | undefined
  onCancel: () => void
}

export function SixDigitsForm(props: SixDigitsFormProps) {
  const { children, description, correction, aside, onCode, errorTextFor, onCancel } = props
  const form = useForm({
    schema: z.object({ code: z.string().check(z.regex(sixDigits, correction)) }),
    onSubmit: ({ code }) => onCode(code.replaceAll(/\s/g, '')),
    ...(errorTextFor ? { errorTextFor } : {}),
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
      {aside ? <p className={styles.quiet}>{aside}</p> : null}
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
