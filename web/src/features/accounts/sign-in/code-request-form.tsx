import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { emailAddress } from '#lib/contact-schemas.ts'
import { TextField, focusOnArrival } from '#ui/forms/text-fields.tsx'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import type { Channel } from './code-channels.ts'

const schema = z.object({ email: emailAddress })

interface Props {
  /** What was typed before. */
  typed: string
  channel: Channel
  onAsked: (email: string) => void
  onPassword: () => void
}

export function CodeRequestForm({ typed, channel, onAsked, onPassword }: Props) {
  const form = useForm({
    schema,
    onSubmit: async ({ email }) => {
      await channel.ask(email)
      onAsked(email)
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
