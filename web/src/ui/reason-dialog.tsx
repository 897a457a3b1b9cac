import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { explain } from '#lib/errors/explain.ts'
import { readingsOf } from '#lib/errors/failure.ts'
import { renew } from '#lib/live/renew.ts'
import { FormDialog } from './form-dialog.tsx'
import { LongTextField } from './forms/long-text-field.tsx'
import { useForm } from './forms/use-form.ts'
import { toast } from './toast.ts'

interface Props<Values> {
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
export function ReasonDialog<Values>(props: Props<Values>) {
  const { opened, onClose, title, keep, schema, act, done, keys } = props
  const { isDangerous = false, children } = props
  const queries = useQueryClient()
  const readAgain = () => {
    for (const key of keys) renew(queries, key)
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
  return [explain(error), readingsOf(error).hint].filter(Boolean).join(' ')
}
