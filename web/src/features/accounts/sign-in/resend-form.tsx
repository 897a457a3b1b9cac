import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import type { Channel } from './code-channels.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

const nothing = z.object({})

/** So often the server takes a wish for the same address or number. */
const minute = 60_000

interface Props {
  to: string
  channel: Channel
  askedAt: number
  onAsked: () => void
  onOther: () => void
}

export function ResendForm({ to, channel, askedAt, onAsked, onOther }: Props) {
  const wait = useSecondsUntil(askedAt + minute)
  const form = useForm({
    schema: nothing,
    onSubmit: async () => {
      await channel.ask(to)
      onAsked()
    },
  })
  return (
    <Form form={form}>
      <FormFailure />
      <SubmitButton variant="default" fullWidth disabled={wait > 0}>
        {wait > 0 ? `Send a new code in ${wait} s` : 'Send a new code'}
      </SubmitButton>
      <Button variant="subtle" onClick={onOther}>
        {channel.other}
      </Button>
    </Form>
  )
}
