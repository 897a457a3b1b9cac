import { useQueryClient } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { supabase } from '#lib/supabase.ts'
import { toast } from '#ui/toast.ts'

/** Records a payment. `idempotencyKey` is the same for every retry, so the payment is recorded only once. */
export function useRecordPayment() {
  const queries = useQueryClient()
  return async (payment: RecordedPayment, idempotencyKey: string) => {
    try {
      await recordPayment(payment, idempotencyKey)
    } finally {
      for (const key of ['payments', 'analytics']) refreshQueries(queries, [key])
    }
  }
}

interface RecordedPayment {
  payment_id: string
  reference: string
}

async function recordPayment(payment: RecordedPayment, idempotencyKey: string) {
  const client = await supabase()
  const request = client.rpc('record_payment', payment)
  dataOf(await request.setHeader('Idempotency-Key', idempotencyKey))
}

/** Refunds a payment. `idempotencyKey` is the same for every retry, so the payment is refunded only once. */
export function useRefundPayment() {
  const queries = useQueryClient()
  return async (id: string, idempotencyKey: string) => {
    try {
      await refundPayment(id, idempotencyKey)
      toast('Payment refunded.')
    } finally {
      // Refetch even if the server refused, because the new data shows the reason.
      for (const key of ['payments', 'audit', 'analytics']) refreshQueries(queries, [key])
    }
  }
}

async function refundPayment(payment_id: string, idempotencyKey: string) {
  const client = await supabase()
  const request = client.rpc('refund_payment', { payment_id })
  dataOf(await request.setHeader('Idempotency-Key', idempotencyKey))
}
