import { useRef } from 'react'
import * as z from 'zod/mini'
import { TextField, focusOnArrival } from '#ui/forms/text-fields.tsx'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import type { Channel } from './code-channels.ts'
import { SignInFailure, resumeSignIn, type Step } from './sign-in.ts'

// Mail programs and people put a space in the middle.
const sixDigits = /^(?:\s*\d){6}\s*$/

interface Props {
  to: string
  channel: Channel
  onStep: (step: Step) => void
}

export function CodeForm({ to, channel, onStep }: Props) {
  const isSpent = useRef(false)
  const resumed = async () => {
    try {
      return await resumeSignIn()
    } catch (error) {
      // It ended the session as well: the next try needs a code of its own.
      if (error instanceof SignInFailure) isSpent.current = false
      throw error
    }
  }
  const form = useForm({
    schema: z.object({ code: z.string().check(z.regex(sixDigits, channel.missing)) }),
    onSubmit: async ({ code }) => {
      if (!isSpent.current) await channel.spend(to, code.replaceAll(/\s/g, ''))
      isSpent.current = true
      onStep(await resumed())
    },
    wordsFor: channel.wordsFor,
  })
  return (
    <Form form={form}>
      <TextField
        name="code"
        label="Code"
        description={channel.description}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        ref={focusOnArrival}
      />
      <FormFailure />
      <SubmitButton fullWidth>Log In</SubmitButton>
    </Form>
  )
}
