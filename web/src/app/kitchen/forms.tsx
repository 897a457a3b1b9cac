import * as z from 'zod/mini'
import { emailAddress } from '../../lib/schemas/email-address.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import { FormFailure } from '../../ui/forms/form-failure.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { LongTextField } from '../../ui/forms/long-text-field.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Section } from '../../ui/section.tsx'

const schema = z.object({
  email: emailAddress,
  password: z.string().check(z.minLength(1, 'Enter your password.')),
  category: z.string(),
  description: z.string().check(z.minLength(1, 'Describe the work.')),
})

/** Sent, it always fails: what was typed has to stay. */
export function Forms() {
  const form = useForm({
    schema,
    onSubmit: async () => {
      await new Promise((resolve) => setTimeout(resolve, 800))
      throw new TypeError('Failed to fetch')
    },
  })
  return (
    <Section title="A form">
      <Form form={form} label="A form">
        <TextField name="email" label="Email" type="email" />
        <PasswordField name="password" label="Password" />
        <ChoiceField name="category" label="Category" data={['Electrical', 'Plumbing', 'HVAC']} />
        <LongTextField name="description" label="Description" description="What needs doing." />
        <FormFailure />
        <SubmitButton>Post Job</SubmitButton>
      </Form>
    </Section>
  )
}
