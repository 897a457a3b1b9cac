import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog, DialogButtons, dangerous } from './dialog.tsx'
import { FormErrors, FormFailure, SubmitButton } from '../forms/form.tsx'
import { KeptForm } from '../forms/draft-form.tsx'
import { type FormState, useForm } from '../forms/use-form.ts'
import { useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { errorFieldsOf, explain } from '#lib/errors.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { LongTextField } from '../forms/input-fields.tsx'
import { toast } from '../toast.tsx'

interface FormDialogProps {
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
export function FormDialog({ opened, onClose, title, form, keep, ...rest }: FormDialogProps) {
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

interface ReasonDialogProps<Values> {
  opened: boolean
  onClose: () => void
  /** The action, as on the button that asked: "End sessions". */
  title: string
  /** Under this name what is typed outlives closing. */
  keep: string
  /** With `reason: reason()`, and what else the dialog asks. */
  schema: z.core.$ZodType<Values>
  act: (values: Values) => Promise<unknown>
  /** Said once it is done. */
  done: string
  /** Every query below these is read again, also where it was refused: somebody else was faster. */
  keys: readonly (readonly string[])[]
  isDangerous?: boolean
  /** Whom it is about, what it does, and fields before the reason. */
  children: ReactNode
}

/** For what an admin does to somebody else, which always has a reason. */
export function ReasonDialog<Values>(props: ReasonDialogProps<Values>) {
  const { opened, onClose, title, keep, schema, act, done, keys } = props
  const { isDangerous = false, children } = props
  const queries = useQueryClient()
  const readAgain = () => {
    for (const key of keys) refreshQueries(queries, key)
  }
  const form = useForm({
    schema,
    wordsFor: inWords,
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
      keep={keep}
      submit={title}
      isDangerous={isDangerous}
    >
      {children}
      <LongTextField
        name="reason"
        label="Reason"
        description="It stands in the audit log, with your name."
        required
      />
    </FormDialog>
  )
}

/** The rule that refused it, and what can be done. */
function inWords(error: unknown) {
  return [explain(error), errorFieldsOf(error).hint].filter(Boolean).join(' ')
}
