import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { money } from '#lib/format/money.ts'
import { nameOf } from '#lib/format/name.ts'
import { renew } from '#lib/live/renew.ts'
import { newRequestKey } from '#lib/request-key.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.ts'
import { purposeOf } from './payments.queries.ts'
import type { EveryPayment } from './admin-payments.queries.ts'
import { refundPayment } from './payments.mutations.ts'

interface Props {
  payment: EveryPayment
  opened: boolean
  onClose: () => void
}

/** What shows a payment, or counts it. */
const changed = ['payments', 'audit', 'analytics']

export default function RefundDialog({ payment, opened, onClose }: Props) {
  const queries = useQueryClient()
  const [key] = useState(newRequestKey)
  const refund = async () => {
    try {
      await refundPayment(payment.id, key)
      toast('Payment refunded.')
    } finally {
      // Also where it was refused: the list behind shows why.
      for (const domain of changed) renew(queries, [domain])
    }
  }
  const { amount, payer, payee } = payment
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Refund payment"
      question={`Mark ${money(amount)} as given back?`}
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
