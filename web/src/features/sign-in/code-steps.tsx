import { Button } from '@mantine/core'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { focusOnArrival, TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { type CodeChannel, codeChannels } from './code-channels.ts'
import { EmailRequestForm, NumberRequestForm } from './code-request-forms.tsx'
import type { SignInStage, Stages } from './sign-in-stage.ts'
import styles from './sign-in.module.css'
import { continueSignIn, SignInFailure, type Step } from './sign-in.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

interface Props {
  method: keyof typeof codeChannels
  stage: SignInStage
  stages: Stages
  onStep: (step: Step) => void
}

/** Asks for an email or a phone number, and for the code that was sent. */
export function CodeSteps({ method, stage, stages, onStep }: Props) {
  const { recipient, sentAtMs, isResent } = stage
  const channel = codeChannels[method]
  if (sentAtMs === undefined) {
    const RequestForm = method === 'mail' ? EmailRequestForm : NumberRequestForm
    return (
      <RequestForm
        typed={recipient}
        channel={channel}
        onSent={(to) => stages.go({ method, recipient: to, sentAtMs: Date.now() })}
        onPassword={stages.leave}
      />
    )
  }
  return (
    <>
      <p role="status">
        If <bdi className={styles.address}>{recipient}</bdi> belongs to an account,{' '}
        {isResent
          ? 'a new code is on its way. Earlier codes no longer work.'
          : `a code is on its way. You can use it once, within ${channel.validFor}.`}
      </p>
      <CodeForm key={`of ${sentAtMs}`} recipient={recipient} channel={channel} onStep={onStep} />
      <ResendForm
        key={sentAtMs}
        recipient={recipient}
        channel={channel}
        sentAtMs={sentAtMs}
        onSent={() => stages.replace({ method, recipient, sentAtMs: Date.now(), isResent: true })}
        onChangeRecipient={() => stages.go({ method, recipient })}
      />
    </>
  )
}

/** The code may contain spaces, because mail programs and users insert spaces. */
const sixDigits = /^(?:\s*\d){6}\s*$/

interface CodeFormProps {
  recipient: string
  channel: CodeChannel
  onStep: (step: Step) => void
}

function CodeForm({ recipient, channel, onStep }: CodeFormProps) {
  const isRedeemed = useRef(false)
  const continueOnce = async () => {
    try {
      return await continueSignIn()
    } catch (error) {
      // The session has ended after this failure, so the next attempt needs a new code.
      if (error instanceof SignInFailure) isRedeemed.current = false
      throw error
    }
  }
  const form = useForm({
    schema: z.object({ code: z.string().check(z.regex(sixDigits, channel.missingCode)) }),
    onSubmit: async ({ code }) => {
      if (!isRedeemed.current) await channel.redeemCode(recipient, code.replaceAll(/\s/g, ''))
      isRedeemed.current = true
      onStep(await continueOnce())
    },
    errorTextFor: channel.errorText,
  })
  return (
    <Form form={form}>
      <TextField
        name="code"
        label="Code"
        description={channel.fieldDescription}
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

const noFields = z.object({})

/** The server sends at most one code a minute to the same recipient. */
const resendIntervalMs = 60_000

interface ResendFormProps {
  recipient: string
  channel: CodeChannel
  sentAtMs: number
  onSent: () => void
  onChangeRecipient: () => void
}

function ResendForm({ recipient, channel, sentAtMs, onSent, onChangeRecipient }: ResendFormProps) {
  const waitSeconds = useSecondsUntil(sentAtMs + resendIntervalMs)
  const form = useForm({
    schema: noFields,
    onSubmit: async () => {
      await channel.sendCode(recipient)
      onSent()
    },
  })
  return (
    <Form form={form}>
      <FormFailure />
      <SubmitButton variant="default" fullWidth disabled={waitSeconds > 0}>
        {waitSeconds > 0 ? `Send a new code in ${waitSeconds} s` : 'Send a new code'}
      </SubmitButton>
      <Button variant="subtle" onClick={onChangeRecipient}>
        {channel.changeRecipient}
      </Button>
    </Form>
  )
}
