import { useQueryClient } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { supabase } from '#lib/supabase.ts'
import { toast } from '#ui/toast.ts'

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
