import { useRef } from 'react'
import * as z from 'zod/mini'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import styles from './sign-in.module.css'
import { resumeSignIn, spendLink, type LinkType, type Step } from './sign-in.ts'
import { signInWords } from './sign-in-words.ts'

interface Props {
  tokenHash: string
  type: LinkType
  onStep: (step: Step) => void
}

const nothing = z.object({})

/** Programs open the links of mails to look at them: only a press of the button uses one up. */
export function LinkForm({ tokenHash, type, onStep }: Props) {
  const isSpent = useRef(false)
  const form = useForm({
    schema: nothing,
    onSubmit: async () => {
      if (!isSpent.current) await spendLink(tokenHash, type)
      isSpent.current = true
      onStep(await resumeSignIn())
    },
    wordsFor: signInWords,
  })
  return (
    <Form form={form}>
      <FormFailure />
      <SubmitButton fullWidth>Continue</SubmitButton>
      {form.failure ? (
        <p className={styles.aside}>
          <a href="/login">Log in to ask for a new one</a>
        </p>
      ) : null}
    </Form>
  )
}
