import { useState } from 'react'
import { formatMoney, nameOf } from '#lib/format.ts'
import { newIdempotencyKey } from '#lib/ids.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import type { AdminPayment } from './admin-payments.queries.ts'
import { useRefundPayment } from './payments.mutations.ts'
import { purposeOf } from './payments.queries.ts'

interface Props {
  payment: AdminPayment
  opened: boolean
  onClose: () => void
}

export default function RefundPaymentDialog({ payment, opened, onClose }: Props) {
  const refundPayment = useRefundPayment()
  const [idempotencyKey] = useState(newIdempotencyKey)
  const { amount, payer, payee } = payment
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Refund payment"
      question={`Mark ${formatMoney(amount)} as refunded?`}
      confirm="Refund"
      isDangerous
      onConfirm={() => refundPayment(payment.id, idempotencyKey)}
    >
      This records that <bdi>{nameOf(payee)}</bdi> paid <bdi>{nameOf(payer)}</bdi> back for{' '}
      <bdi>{purposeOf(payment)}</bdi>. The payment no longer counts as revenue. This can't be
      undone.
    </ConfirmDialog>
  )
}
