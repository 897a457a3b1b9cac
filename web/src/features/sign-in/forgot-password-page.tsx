import { useState } from 'react'
import * as z from 'zod/mini'
import { emailAddress } from '#lib/email-schema.ts'
import { supabase } from '#lib/supabase.ts'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { BackLink, PublicCard, PublicDone } from '#ui/public-page.tsx'

const schema = z.object({ email: emailAddress })

const back = <BackLink href="/login">← Back to Log In</BackLink>

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    schema,
    onSubmit: async ({ email }) => {
      await askForLink(email)
      setSentTo(email)
    },
  })
  if (sentTo) {
    return (
      <PublicCard title="Check your email" foot={back}>
        <PublicDone onAgain={() => setSentTo(undefined)} again="Use a different email">
          If <bdi>{sentTo}</bdi> belongs to an account, a link to choose a new password is on its
          way. You can use it once, within one hour.
        </PublicDone>
      </PublicCard>
    )
  }
  return (
    <PublicCard
      title="Forgot your password?"
      lead="Enter your email address, and we'll send you a link to choose a new one."
      foot={back}
    >
      <Form form={form}>
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        <FormFailure />
        <SubmitButton fullWidth>Send link</SubmitButton>
      </Form>
    </PublicCard>
  )
}

async function askForLink(email: string) {
  const { auth } = await supabase()
  const { error } = await auth.resetPasswordForEmail(email)
  if (error) throw error
}
