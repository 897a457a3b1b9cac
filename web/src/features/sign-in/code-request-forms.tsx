import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { emailAddress } from '#lib/email-schema.ts'
import { phoneNumber } from '#lib/schemas.ts'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { focusOnArrival, TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import type { CodeChannel } from './code-channels.ts'

const emailSchema = z.object({ email: emailAddress })

interface EmailRequestFormProps {
  typed: string
  channel: CodeChannel
  onSent: (email: string) => void
  onPassword: () => void
}

export function EmailRequestForm({ typed, channel, onSent, onPassword }: EmailRequestFormProps) {
  const form = useForm({
    schema: emailSchema,
    onSubmit: async ({ email }) => {
      await channel.sendCode(email)
      onSent(email)
    },
  })
  return (
    <Form form={form}>
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        defaultValue={typed}
        ref={focusOnArrival}
      />
      <FormFailure />
      <SubmitButton fullWidth>Send code</SubmitButton>
      <Button variant="subtle" onClick={onPassword}>
        Use my password
      </Button>
    </Form>
  )
}

const numberSchema = z.object({ number: phoneNumber })

interface NumberRequestFormProps {
  typed: string
  channel: CodeChannel
  onSent: (number: string) => void
  onPassword: () => void
}

export function NumberRequestForm({ typed, channel, onSent, onPassword }: NumberRequestFormProps) {
  const form = useForm({
    schema: numberSchema,
    onSubmit: async ({ number }) => {
      await channel.sendCode(number)
      onSent(number)
    },
  })
  return (
    <Form form={form}>
      <TextField
        name="number"
        label="Phone number"
        description="The number on your account, with + and the country code."
        type="tel"
        autoComplete="tel"
        defaultValue={typed}
        ref={focusOnArrival}
      />
      <FormFailure />
      <SubmitButton fullWidth>Text me a code</SubmitButton>
      <Button variant="subtle" onClick={onPassword}>
        Use my password
      </Button>
    </Form>
  )
}
