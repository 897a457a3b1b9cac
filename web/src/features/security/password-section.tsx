import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { errorFieldsOf } from '#lib/errors.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { passwordRule } from '#lib/password-rule.ts'
import { crossFieldCheck } from '#lib/schemas.ts'
import { supabase } from '#lib/supabase.ts'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { FormErrors } from '#ui/forms/long-form.tsx'
import { PasswordField, TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/page.tsx'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-act.ts'
import styles from './security.module.css'

const required = (missing: string) => z.string().check(z.minLength(1, missing))

const schema = z
  .object({
    // The form contains either the current password or a code from an email.
    current_password: z.optional(required('Enter your current password.')),
    nonce: z.optional(z.string().check(z.trim(), z.minLength(1, 'Enter the code from the email.'))),
    password: required('Choose a password.'),
    again: z.string(),
  })
  .check(
    crossFieldCheck(
      ['password', 'again'],
      ({ password, again }) => password === again,
      'again',
      "The passwords don't match.",
    ),
  )

interface Props {
  userId: string
  email: string
}

export function PasswordSection({ userId, email }: Props) {
  const queries = useQueryClient()
  // This number is the form's React key, which grows after each password change to reset the form.
  const [round, setRound] = useState(0)
  const form = useForm({
    schema,
    fieldFor: errorField,
    errorTextFor: errorText,
    onSubmit: async ({ password, current_password: current, nonce }) => {
      await changePassword({
        password,
        ...(current ? { current_password: current } : {}),
        ...(nonce ? { nonce } : {}),
      })
      toast('Password changed.')
      refreshQueries(queries, ['accounts', 'sessions', userId])
      setRound((before) => before + 1)
    },
  })
  return (
    <Section title="Password">
      <div className={styles.narrow} key={round}>
        <Form form={form} label="Change password">
          <FormErrors />
          {/* Password managers store the new password for this email. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <ProofField email={email} />
          <PasswordField
            name="password"
            label="New password"
            description={passwordRule}
            autoComplete="new-password"
          />
          <PasswordField name="again" label="Confirm new password" autoComplete="new-password" />
          <p className={styles.quiet}>Your other devices will be logged out.</p>
          <FormFailure />
          <SubmitButton className={styles.start ?? ''}>Change password</SubmitButton>
        </Form>
      </div>
    </Section>
  )
}

/** Verifies the user, either with the current password or with a code from an email. */
function ProofField({ email }: { email: string }) {
  const [isByEmail, setByEmail] = useState(false)
  const { start, isBusy, failure } = useAction({
    run: async () => {
      await emailCode()
      setByEmail(true)
    },
    failed: '',
  })
  return (
    <>
      {isByEmail ? (
        <>
          <Notice tone="blue">
            A code is on its way to <bdi>{email}</bdi>.
          </Notice>
          <TextField name="nonce" label="Code" autoComplete="one-time-code" spellCheck={false} />
        </>
      ) : (
        <PasswordField
          name="current_password"
          label="Current password"
          autoComplete="current-password"
        />
      )}
      {failure ? <Notice tone="red">{failure}</Notice> : null}
      <Button
        variant="subtle"
        size="compact-sm"
        className={styles.start ?? ''}
        loading={isBusy}
        onClick={() => (isByEmail ? setByEmail(false) : start())}
      >
        {isByEmail ? 'Use my current password' : 'Email me a code instead'}
      </Button>
    </>
  )
}

interface NewPassword {
  password: string
  current_password?: string
  /** The code from an email, which replaces the current password in the request. */
  nonce?: string
}

async function changePassword(change: NewPassword) {
  const { auth } = await supabase()
  const { error } = await auth.updateUser({ ...change })
  if (error) throw error
}

async function emailCode() {
  const { auth } = await supabase()
  const { error } = await auth.reauthenticate()
  if (error) throw error
}

const fieldsByCode: Record<string, string> = {
  invalid_credentials: 'current_password',
  reauthentication_not_valid: 'nonce',
  same_password: 'password',
  weak_password: 'password',
  validation_failed: 'password',
}

const messagesByCode: Record<string, string> = {
  invalid_credentials: "This isn't your current password.",
  reauthentication_not_valid: 'That code is incorrect or expired. Request a new one.',
}

const errorField = (error: unknown) => fieldsByCode[errorFieldsOf(error).code]
const errorText = (error: unknown) => messagesByCode[errorFieldsOf(error).code]
