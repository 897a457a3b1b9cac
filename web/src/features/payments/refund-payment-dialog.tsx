import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { formatMoney, nameOf } from '#lib/format.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { newIdempotencyKey } from '#lib/ids.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { purposeOf } from './payments.queries.ts'
import type { AdminPayment } from './admin-payments.queries.ts'
import { refundPayment } from './payments.mutations.ts'

interface Props {
  payment: AdminPayment
  opened: boolean
  onClose: () => void
}

/** What shows a payment, or counts it. */
const changed = ['payments', 'audit', 'analytics']

export default function RefundPaymentDialog({ payment, opened, onClose }: Props) {
  const queries = useQueryClient()
  const [key] = useState(newIdempotencyKey)
  const refund = async () => {
    try {
      await refundPayment(payment.id, key)
      toast('Payment refunded.')
    } finally {
      // Also where it was refused: the list behind shows why.
      for (const domain of changed) refreshQueries(queries, [domain])
    }
  }
  const { amount, payer, payee } = payment
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Refund payment"
      question={`Mark ${formatMoney(amount)} as given back?`}
      confirm="Refund"
      isDangerous
      onConfirm={refund}
      failed="Something went wrong."
    >
      <bdi>{nameOf(payee)}</bdi> gives <bdi>{nameOf(payer)}</bdi> back what was paid for{' '}
      <bdi>{purposeOf(payment)}</bdi>. No money moves here: the payment no longer counts as revenue,
      and this cannot be undone.
    </ConfirmDialog>
  )
}
