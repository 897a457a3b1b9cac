import { useState } from 'react'
import * as z from 'zod/mini'
import { formatMoney } from '#lib/format.ts'
import { IdempotencyKeys } from '#lib/ids.ts'
import { requiredText } from '#lib/schemas.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { toast } from '#ui/toast.ts'
import { useRecordPayment } from './payments.mutations.ts'

export interface PaymentToRecord {
  id: string
  amount: number
  /** The name of the payee. */
  name: string
  purpose: string
}

interface Props {
  payment: PaymentToRecord
  opened: boolean
  onClose: () => void
}

const title = 'Record payment'

const schema = z.object({ reference: requiredText('Enter a reference.', 200) })

export default function RecordPaymentDialog({ payment, opened, onClose }: Props) {
  const recordPayment = useRecordPayment()
  const [keys] = useState(() => new IdempotencyKeys())
  const form = useForm({
    schema,
    onSubmit: async ({ reference }) => {
      const recorded = { payment_id: payment.id, reference }
      await recordPayment(recorded, keys.keyFor(recorded))
      toast('Payment recorded.')
      onClose()
    },
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      form={form}
      draftName={`payment:${payment.id}`}
      submit={title}
    >
      <p>
        {formatMoney(payment.amount)} to <bdi>{payment.name}</bdi> for <bdi>{payment.purpose}</bdi>.
        This records a payment you made elsewhere.
      </p>
      <TextField
        name="reference"
        label="Reference"
        description="The check or transfer number, so both of you can find it."
        data-autofocus
      />
    </FormDialog>
  )
}
