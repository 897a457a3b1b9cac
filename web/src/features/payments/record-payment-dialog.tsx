import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { explainAfter } from '#lib/errors.ts'
import { formatMoney } from '#lib/format.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { IdempotencyKeys } from '#lib/ids.ts'
import { text } from '#lib/schemas.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { toast } from '#ui/toast.tsx'
import { recordPayment } from './payments.mutations.ts'

export interface PaymentToRecord {
  id: string
  amount: number
  /** Who is paid. */
  name: string
  /** What for. */
  purpose: string
}

interface Props {
  payment: PaymentToRecord
  opened: boolean
  onClose: () => void
}

const title = 'Record payment'

const schema = z.object({ reference: text('Enter a reference.', 200) })

export default function RecordPaymentDialog({ payment, opened, onClose }: Props) {
  const queries = useQueryClient()
  const [keys] = useState(() => new IdempotencyKeys())
  const readAgain = () => {
    for (const key of ['payments', 'analytics']) refreshQueries(queries, [key])
  }
  const form = useForm({
    schema,
    onSubmit: async ({ reference }) => {
      const paid = { payment_id: payment.id, reference }
      await recordPayment(paid, keys.keyFor(paid)).finally(readAgain)
      toast('Payment recorded.')
      onClose()
    },
    wordsFor: (error) => explainAfter('Something went wrong.', error),
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      form={form}
      keep={`payment:${payment.id}`}
      submit={title}
    >
      <p>
        {formatMoney(payment.amount)} to <bdi>{payment.name}</bdi> for <bdi>{payment.purpose}</bdi>. No
        money moves here: you say that you have paid.
      </p>
      <TextField
        name="reference"
        label="Reference"
        description="Number of the transfer or check, so that both of you find it."
        data-autofocus
      />
    </FormDialog>
  )
}
