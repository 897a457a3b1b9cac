import { Button } from '@mantine/core'
import { useSearchParams } from 'react-router'
import {
  companyErrorField,
  companyErrorText,
  companyField,
  companySchema,
} from '#lib/sign-in/company-domain.ts'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { focusOnArrival, TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { signInWithCompany } from './provider-sign-in.ts'

interface Props {
  typed: string
  onPassword: () => void
}

export function CompanyForm({ typed, onPassword }: Props) {
  const [params] = useSearchParams()
  const form = useForm({
    schema: companySchema,
    onSubmit: ({ company }) => signInWithCompany(company, params.get('next')),
    fieldFor: companyErrorField,
    errorTextFor: companyErrorText,
  })
  return (
    <Form form={form}>
      <TextField {...companyField} defaultValue={typed} ref={focusOnArrival} />
      <FormFailure />
      <SubmitButton fullWidth>Continue</SubmitButton>
      <Button variant="subtle" onClick={onPassword}>
        Use my password
      </Button>
    </Form>
  )
}
