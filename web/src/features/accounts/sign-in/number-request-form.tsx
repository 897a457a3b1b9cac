import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { phoneNumber } from '#lib/contact-schemas.ts'
import { TextField, focusOnArrival } from '#ui/forms/text-fields.tsx'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import type { Channel } from './code-channels.ts'

const schema = z.object({ number: phoneNumber })

interface Props {
  /** What was typed before. */
  typed: string
  channel: Channel
  onAsked: (number: string) => void
  onPassword: () => void
}

export function NumberRequestForm({ typed, channel, onAsked, onPassword }: Props) {
  const form = useForm({
    schema,
    onSubmit: async ({ number }) => {
      await channel.ask(number)
      onAsked(number)
    },
  })
  return (
    <Form form={form}>
      <TextField
        name="number"
        label="Phone number"
        description="The one of your account, with + and the country."
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
