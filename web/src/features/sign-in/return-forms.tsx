import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { codeOrName, isTransient } from '#lib/errors.ts'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { exchangeCode } from './provider-sign-in.ts'
import styles from './sign-in.module.css'
import {
  continueSignIn,
  type EmailLinkType,
  redeemEmailLink,
  signInErrorText,
  SignInFailure,
  type Step,
} from './sign-in.ts'

interface EmailLinkFormProps {
  tokenHash: string
  type: EmailLinkType
  onStep: (step: Step) => void
}

const noFields = z.object({})

/** Redeems the link only after a click, because mail programs open links to check them. */
export function EmailLinkForm({ tokenHash, type, onStep }: EmailLinkFormProps) {
  const isRedeemed = useRef(false)
  const form = useForm({
    schema: noFields,
    onSubmit: async () => {
      if (!isRedeemed.current) await redeemEmailLink(tokenHash, type)
      isRedeemed.current = true
      onStep(await continueSignIn())
    },
    errorTextFor: signInErrorText,
  })
  return (
    <Form form={form}>
      <FormFailure />
      <SubmitButton fullWidth>Continue</SubmitButton>
      {form.failure ? (
        <p className={styles.aside}>
          <a href="/login">Log in to get a new link</a>
        </p>
      ) : null}
    </Form>
  )
}

interface ProviderReturnFormProps {
  code: string
  onStep: (step: Step) => void
  /** Called if the user has to start the sign-in again. */
  onError: (code: string) => void
}

/** This form submits itself when it appears. The button is for retries after a lost connection. */
export function ProviderReturnForm({ code, onStep, onError }: ProviderReturnFormProps) {
  const isRedeemed = useRef(false)
  const message = useRef<HTMLParagraphElement>(null)
  const form = useForm({
    schema: noFields,
    onSubmit: async () => {
      try {
        if (!isRedeemed.current) await exchangeCode(code)
        isRedeemed.current = true
      } catch (error) {
        // The client deletes the code's verifier at the first attempt, so no other attempt can work.
        return onError(isTransient(error) ? 'request_timeout' : codeOrName(error))
      }
      try {
        onStep(await continueSignIn())
      } catch (error) {
        if (!(error instanceof SignInFailure)) throw error
        onError('no_role')
      }
    },
  })
  useEffect(() => message.current?.closest('form')?.requestSubmit(), [])
  return (
    <Form form={form}>
      <p role="status" ref={message}>
        One moment. We're opening your account.
      </p>
      <FormFailure />
      <SubmitButton fullWidth>Continue</SubmitButton>
    </Form>
  )
}
