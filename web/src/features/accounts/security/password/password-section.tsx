import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { refreshQueries } from '#lib/live/refresh.ts'
import { crossFieldCheck } from '#lib/schemas.ts'
import { Form, FormErrors, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { PasswordField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { Section } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import { changePassword, fieldOf, wordsOf } from './change-password.ts'
import { ProofField } from './proof-field.tsx'
import styles from '../security.module.css'

const given = (missing: string) => z.string().check(z.minLength(1, missing))

const schema = z
  .object({
    // One of the two is there.
    current_password: z.optional(given('Enter your current password.')),
    nonce: z.optional(z.string().check(z.trim(), z.minLength(1, 'Enter the code of the mail.'))),
    password: given('Choose a password.'),
    again: z.string(),
  })
  .check(
    crossFieldCheck(
      ['password', 'again'],
      ({ password, again }) => password === again,
      'again',
      'The two are not the same.',
    ),
  )

interface Props {
  userId: string
  email: string
}

export function PasswordSection({ userId, email }: Props) {
  const queries = useQueryClient()
  // Done, the form begins anew, and asks for the password again.
  const [round, setRound] = useState(0)
  const form = useForm({
    schema,
    fieldFor: fieldOf,
    wordsFor: wordsOf,
    onSubmit: async ({ password, current_password: current, nonce }) => {
      await changePassword({
        password,
        ...(current ? { current_password: current } : {}),
        ...(nonce ? { nonce } : {}),
      })
      toast('Your password is changed.')
      refreshQueries(queries, ['accounts', 'sessions', userId])
      setRound((before) => before + 1)
    },
  })
  return (
    <Section title="Password">
      <div className={styles.narrow} key={round}>
        <Form form={form} label="Change password">
          <FormErrors />
          {/* For the browser, which keeps the password beside it. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <ProofField email={email} />
          <PasswordField
            name="password"
            label="New password"
            description="At least 8 characters."
            autoComplete="new-password"
          />
          <PasswordField name="again" label="Confirm new password" autoComplete="new-password" />
          <p className={styles.quiet}>Every other device is signed out with it.</p>
          <FormFailure />
          <SubmitButton className={styles.start ?? ''}>Change password</SubmitButton>
        </Form>
      </div>
    </Section>
  )
}
