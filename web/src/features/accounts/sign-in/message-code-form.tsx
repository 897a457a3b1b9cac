import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { askForMessage, phoneFactor } from './message-code.ts'
import type { Asked } from './second-factor.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

const nothing = z.object({})

/** So often the server takes a wish for a message to the same number. */
const minute = 60_000

interface Props {
  onAsked: (asked: Asked) => void
}

/** For those who have a telephone as second factor; others see nothing of it. Loaded with that step. */
export default function MessageCodeForm({ onAsked }: Props) {
  const [factorId, setFactorId] = useState<string>()
  useEffect(() => {
    void phoneFactor().then(setFactorId)
  }, [])
  return factorId === undefined ? null : <AskForm factorId={factorId} onAsked={onAsked} />
}

function AskForm({ factorId, onAsked }: Props & { factorId: string }) {
  const [askedAt, setAskedAt] = useState<number>()
  const form = useForm({
    schema: nothing,
    onSubmit: async () => {
      onAsked(await askForMessage(factorId))
      setAskedAt(Date.now())
    },
  })
  return (
    <Form form={form}>
      <FormFailure />
      {askedAt === undefined ? (
        <SubmitButton variant="default" fullWidth>
          Text me a code
        </SubmitButton>
      ) : (
        <Again key={askedAt} askedAt={askedAt} />
      )}
    </Form>
  )
}

function Again({ askedAt }: { askedAt: number }) {
  const wait = useSecondsUntil(askedAt + minute)
  return (
    <>
      <p role="status">A code is on its way to your phone. It works for five minutes, and once.</p>
      <SubmitButton variant="default" fullWidth disabled={wait > 0}>
        {wait > 0 ? `Text me a new code in ${wait} s` : 'Text me a new code'}
      </SubmitButton>
    </>
  )
}
