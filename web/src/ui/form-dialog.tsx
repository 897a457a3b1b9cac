import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { dangerous } from './dangerous.ts'
import { Dialog, DialogButtons } from './dialog.tsx'
import { FormErrors } from './forms/form-errors.tsx'
import { FormFailure } from './forms/form-failure.tsx'
import { KeptForm } from './forms/kept-form.tsx'
import { SubmitButton } from './forms/submit-button.tsx'
import type { FormState } from './forms/use-form.ts'

interface Props {
  opened: boolean
  onClose: () => void
  /** The action: "Post Job". */
  title: string
  form: FormState
  /** Under this name what is typed outlives closing, see KeptForm. */
  keep?: string
  /** What the last button says. */
  submit: string
  isDangerous?: boolean
  size?: 'sm' | 'md' | 'lg'
  children: ReactNode
}

/**
 * A dialog that asks: `<FormDialog opened={opened} onClose={close} title="Post Job" form={form} keep="post-job"
 * submit="Post Job">fields</FormDialog>`. The form's onSubmit closes it. Callers load it when it is wanted (lazyPart).
 */
export function FormDialog({ opened, onClose, title, form, keep, ...rest }: Props) {
  const close = () => {
    if (!form.isSending) onClose()
  }
  const submit: FormState['submit'] = (event) => {
    if (opened) return form.submit(event)
    // It fades away: the second of two clicks was for the first one's form.
    event.preventDefault()
  }
  return (
    <Dialog opened={opened} onClose={close} title={title} size={rest.size ?? 'md'}>
      <KeptForm form={{ ...form, submit }} label={title} keep={keep}>
        <FormErrors />
        {rest.children}
        <FormFailure />
        <DialogButtons>
          <Button variant="default" onClick={close} disabled={form.isSending}>
            Cancel
          </Button>
          <SubmitButton {...(rest.isDangerous ? dangerous : {})}>{rest.submit}</SubmitButton>
        </DialogButtons>
      </KeptForm>
    </Dialog>
  )
}
