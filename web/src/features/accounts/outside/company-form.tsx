import { Button } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { focusOnArrival } from '#ui/forms/text-fields.tsx'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { CompanyField } from './company-field.tsx'
import { companyQuestion, fieldFor, wordsFor } from './company-question.ts'
import { visitCompany } from './visit.ts'

interface Props {
  /** The address, as far as it was typed before. */
  typed: string
  onPassword: () => void
}

export function CompanyForm({ typed, onPassword }: Props) {
  const [params] = useSearchParams()
  const form = useForm({
    schema: companyQuestion,
    onSubmit: ({ company }) => visitCompany(company, params.get('next')),
    fieldFor,
    wordsFor,
  })
  return (
    <Form form={form}>
      <CompanyField typed={typed} ref={focusOnArrival} />
      <FormFailure />
      <SubmitButton fullWidth>Continue</SubmitButton>
      <Button variant="subtle" onClick={onPassword}>
        Use my password
      </Button>
    </Form>
  )
}
