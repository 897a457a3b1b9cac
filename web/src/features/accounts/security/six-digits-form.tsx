import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { DialogButtons } from '#ui/dialogs/dialog.tsx'
import { TextField, focusOnArrival } from '#ui/forms/text-fields.tsx'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import styles from './security.module.css'

const sixDigits = /^\s*(?:\d\s*){6}$/

interface Props {
  /** Where the code comes from. */
  children: ReactNode
  description: string
  /** What to do when it isn't six digits. */
  correction: string
  /** What else comes with it. */
  aside?: string | undefined
  onCode: (code: string) => Promise<void>
  wordsFor?: ((error: unknown) => string | undefined) | undefined
  onCancel: () => void
}

/** For the six digits of an app or of a message. */
export function SixDigitsForm(props: Props) {
  const { children, description, correction, aside, onCode, wordsFor, onCancel } = props
  const form = useForm({
    schema: z.object({ code: z.string().check(z.regex(sixDigits, correction)) }),
    onSubmit: ({ code }) => onCode(code.replaceAll(/\s/g, '')),
    ...(wordsFor ? { wordsFor } : {}),
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
