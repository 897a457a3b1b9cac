import { useCallback, useState } from 'react'
import * as z from 'zod/mini'
import { emailAddress } from '#lib/email-schema.ts'
import { dataOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { LongTextField } from '#ui/forms/input-fields.tsx'
import { TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { BackButton, PublicCard, PublicDone } from '#ui/public-page.tsx'
import { keepInput } from './keep-input.ts'
import styles from './request-demo-page.module.css'

const text = (missing: string, maxLength: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(maxLength, `Use at most ${maxLength.toLocaleString('en-US')} characters.`),
    )

const schema = z.object({
  full_name: text('Enter your name.', 200),
  email: emailAddress,
  company: text('Enter your company or organization.', 200),
  message: text('Tell us what you have in mind.', 5000),
})

const back = <BackButton fallback="/marketing">Back</BackButton>

export function RequestDemoPage() {
  const [sender, setSender] = useState<string>()
  const form = useForm({
    schema,
    onSubmit: async (request) => {
      await submitDemoRequest(request)
      setSender(request.email)
    },
  })
  const { attach: attachForm } = form
  const attach = useCallback(
    (element: HTMLFormElement | null) => {
      if (element) keepInput(element)
      attachForm(element)
    },
    [attachForm],
  )
  if (sender) {
    return (
      <PublicCard title="Thank you" foot={back}>
        <PublicDone again="Send another request" onAgain={() => setSender(undefined)}>
          We got your request. We'll email <bdi>{sender}</bdi> to find a time.
        </PublicDone>
      </PublicCard>
    )
  }
  return (
    <PublicCard
      title="Request a Demo"
      lead="We'll show you Mendwell with jobs like yours. It's free, with no commitment."
      foot={back}
      isWide
    >
      <Form form={{ ...form, attach }}>
        <div className={styles.pair}>
          <TextField name="full_name" label="Full Name" autoComplete="name" />
          <TextField name="email" label="Email Address" type="email" autoComplete="email" />
        </div>
        <TextField name="company" label="Company / Organization" autoComplete="organization" />
        <LongTextField
          name="message"
          label="Message / Goals"
          description="For example, how many sites you manage and what takes too long today."
          rows={5}
        />
        <FormFailure />
        <SubmitButton fullWidth>Submit Request</SubmitButton>
      </Form>
    </PublicCard>
  )
}

interface DemoRequest {
  full_name: string
  email: string
  company: string
  message: string
}

async function submitDemoRequest(request: DemoRequest) {
  const client = await supabase()
  return dataOf(await client.rpc('submit_demo_request', { ...request }))
}
