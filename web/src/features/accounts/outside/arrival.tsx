import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { codeOrName, isTransient } from '#lib/errors.ts'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { SignInFailure, resumeSignIn, type Step } from '../sign-in/sign-in.ts'
import { endVisit } from './visit.ts'

const nothing = z.object({})

interface Props {
  code: string
  onStep: (step: Step) => void
  /** For good: another sign-in has to be begun. */
  onRefused: (code: string) => void
}

/** Back from a provider. It goes on by itself; the button is for when the line was lost. */
export function Arrival({ code, onStep, onRefused }: Props) {
  const isSpent = useRef(false)
  const words = useRef<HTMLParagraphElement>(null)
  const form = useForm({
    schema: nothing,
    onSubmit: async () => {
      try {
        if (!isSpent.current) await endVisit(code)
        isSpent.current = true
      } catch (error) {
        // The client forgets the secret of the code with the first try, so there is no second one.
        return onRefused(isTransient(error) ? 'request_timeout' : codeOrName(error))
      }
      try {
        onStep(await resumeSignIn())
      } catch (error) {
        if (!(error instanceof SignInFailure)) throw error
        onRefused('no_role')
      }
    },
  })
  useEffect(() => words.current?.closest('form')?.requestSubmit(), [])
  return (
    <Form form={form}>
      <p role="status" ref={words}>
        You are back. One moment, and your account is open.
      </p>
      <FormFailure />
      <SubmitButton fullWidth>Continue</SubmitButton>
    </Form>
  )
}
