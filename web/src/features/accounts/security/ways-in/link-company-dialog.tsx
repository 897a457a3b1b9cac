import { Button } from '@mantine/core'
import { Dialog, DialogButtons } from '#ui/dialogs/dialog.tsx'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { CompanyField } from '../../outside/company-field.tsx'
import { companyQuestion, fieldFor, wordsFor } from '../../outside/company-question.ts'
import { beginCompanyLink } from './linking.ts'

interface Props {
  opened: boolean
  onClose: () => void
}

export default function LinkCompanyDialog({ opened, onClose }: Props) {
  const form = useForm({
    schema: companyQuestion,
    onSubmit: ({ company }) => beginCompanyLink(company),
    fieldFor,
    wordsFor,
  })
  return (
    <Dialog opened={opened} onClose={onClose} title="Link company account">
      <Form form={form}>
        <p>You sign in at your company, and come back here.</p>
        <CompanyField />
        <FormFailure />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton>Continue</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
