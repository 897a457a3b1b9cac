import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { findPhoneFactor, sendTextMessage, type TextMessageChallenge } from './second-factor.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

const noFields = z.object({})

/** The server sends at most one message a minute for the same second factor. */
const resendIntervalMs = 60_000

interface Props {
  onSent: (challenge: TextMessageChallenge) => void
}

/** Offers a text message to users whose second factor is a phone. */
export default function TextMessageForm({ onSent }: Props) {
  const [factorId, setFactorId] = useState<string>()
  useEffect(() => {
    void findPhoneFactor().then(setFactorId)
  }, [])
  return factorId === undefined ? null : <SendForm factorId={factorId} onSent={onSent} />
}

function SendForm({ factorId, onSent }: Props & { factorId: string }) {
  const [sentAtMs, setSentAtMs] = useState<number>()
  const form = useForm({
    schema: noFields,
    onSubmit: async () => {
      onSent(await sendTextMessage(factorId))
      setSentAtMs(Date.now())
    },
  })
  return (
    <Form form={form}>
      <FormFailure />
      {sentAtMs === undefined ? (
        <SubmitButton variant="default" fullWidth>
          Text me a code
        </SubmitButton>
      ) : (
        <ResendButton key={sentAtMs} sentAtMs={sentAtMs} />
      )}
    </Form>
  )
}

function ResendButton({ sentAtMs }: { sentAtMs: number }) {
  const waitSeconds = useSecondsUntil(sentAtMs + resendIntervalMs)
  return (
    <>
      <p role="status">
        A code is on its way to your phone. You can use it once, within five minutes.
      </p>
      <SubmitButton variant="default" fullWidth disabled={waitSeconds > 0}>
        {waitSeconds > 0 ? `Text me a new code in ${waitSeconds} s` : 'Text me a new code'}
      </SubmitButton>
    </>
  )
}
