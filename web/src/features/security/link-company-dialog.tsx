import { Button } from '@mantine/core'
import {
  companyErrorField,
  companyErrorText,
  companyField,
  companySchema,
} from '#lib/sign-in/company-domain.ts'
import { Dialog, DialogButtons } from '#ui/dialogs/dialog.tsx'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { startCompanyLink } from './linked-accounts.ts'

interface Props {
  opened: boolean
  onClose: () => void
}

export default function LinkCompanyDialog({ opened, onClose }: Props) {
  const form = useForm({
    schema: companySchema,
    onSubmit: ({ company }) => startCompanyLink(company),
    fieldFor: companyErrorField,
    errorTextFor: companyErrorText,
  })
  return (
    <Dialog opened={opened} onClose={onClose} title="Link company account">
      <Form form={form}>
        <p>You'll log in with your company and then return here.</p>
        <TextField {...companyField} />
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
