import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { errorFieldsOf, explain } from '#lib/errors.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { DraftForm, type DraftOptions } from '../forms/draft-form.tsx'
import { FormErrors } from '../forms/long-form.tsx'
import { FormFailure, SubmitButton } from '../forms/form.tsx'
import { LongTextField } from '../forms/input-fields.tsx'
import { type FormState, useForm } from '../forms/use-form.ts'
import { toast } from '../toast.ts'
import { dangerousButton, Dialog, DialogButtons } from './dialog.tsx'

interface FormDialogProps {
  opened: boolean
  onClose: () => void
  /** The title names the action, such as "Post Job". */
  title: string
  form: FormState
  /** The name of the draft (see `DraftForm`). */
  draftName?: string
  draft?: DraftOptions
  submit: string
  isDangerous?: boolean
  size?: 'sm' | 'md' | 'lg'
  children: ReactNode
}

/**
 * Renders a dialog with a form: `<FormDialog opened={opened} onClose={close} title="Post Job" form={form}
 * draftName="post-job" submit="Post Job">fields</FormDialog>`. The form's onSubmit must close the dialog. Load the
 * dialog on demand with `lazyPart`.
 */
export function FormDialog({ opened, onClose, title, form, draftName, ...rest }: FormDialogProps) {
  const close = () => {
    if (!form.isSending) onClose()
  }
  const submit: FormState['submit'] = (event) => {
    if (opened) return form.submit(event)
    // Ignore a second click while the dialog fades out.
    event.preventDefault()
  }
  return (
    <Dialog opened={opened} onClose={close} title={title} size={rest.size ?? 'md'}>
      <DraftForm {...rest.draft} form={{ ...form, submit }} label={title} draftName={draftName}>
        <FormErrors />
        {rest.children}
        <FormFailure />
        <DialogButtons>
          <Button variant="default" onClick={close} disabled={form.isSending}>
            Cancel
          </Button>
          <SubmitButton {...(rest.isDangerous ? dangerousButton : {})}>{rest.submit}</SubmitButton>
        </DialogButtons>
      </DraftForm>
    </Dialog>
  )
}

interface ReasonDialogProps<Values> {
  opened: boolean
  onClose: () => void
  /** The title names the action, such as "End sessions". */
  title: string
  /** The name of the draft (see `DraftForm`). */
  draftName: string
  /** The schema, which must include `reason: reason()`. */
  schema: z.core.$ZodType<Values>
  act: (values: Values) => Promise<unknown>
  /** The toast after success. */
  done: string
  /** The dialog refetches these keys even after a refusal, because another admin may have changed the data. */
  keys: readonly (readonly string[])[]
  isDangerous?: boolean
  /** The content above the reason: the affected user, the consequences and any other fields. */
  children: ReactNode
}

/** Renders a dialog for an admin's action on another user, which needs a reason. */
export function ReasonDialog<Values>(props: ReasonDialogProps<Values>) {
  const { opened, onClose, title, draftName, schema, act, done, keys } = props
  const { isDangerous = false, children } = props
  const queries = useQueryClient()
  const readAgain = () => {
    for (const key of keys) refreshQueries(queries, key)
  }
  const form = useForm({
    schema,
    errorTextFor: messageWithHint,
    onSubmit: async (values) => {
      await act(values).finally(readAgain)
      toast(done)
      onClose()
    },
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      form={form}
      draftName={draftName}
      submit={title}
      isDangerous={isDangerous}
    >
      {children}
      <LongTextField
        name="reason"
        label="Reason"
        description="Recorded in the audit log under your name."
        required
      />
    </FormDialog>
  )
}

/** Returns the error message, followed by its hint if there is one. */
function messageWithHint(error: unknown) {
  return [explain(error), errorFieldsOf(error).hint].filter(Boolean).join(' ')
}
