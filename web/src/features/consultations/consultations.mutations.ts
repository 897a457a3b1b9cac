import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { dataOf, errorFieldsOf, Failure } from '#lib/errors.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { supabase } from '#lib/supabase.ts'
import { toast } from '#ui/toast.ts'

/** Books a consultation only once, if every retry has the same `idempotencyKey`. */
export function useBookConsultation() {
  const queries = useQueryClient()
  return async (booking: NewConsultation, idempotencyKey: string) => {
    try {
      await bookConsultation(booking, idempotencyKey)
    } finally {
      refresh(queries)
    }
  }
}

interface NewConsultation {
  facility_id: string
  consultant_id: string
  scheduled_at: string
  duration_minutes: number
  job_id: string | null
  /** The fee that the user saw. The server refuses the booking if the fee has changed. */
  fee: number
}

async function bookConsultation(booking: NewConsultation, idempotencyKey: string) {
  const client = await supabase()
  const insert = client.from('consultations').insert(booking)
  const { error, status } = await insert.setHeader('Idempotency-Key', idempotencyKey)
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
}

/** Returns the current fee of a consultant, or 0 if consultations are free. */
export async function readFee(consultantId: string) {
  const client = await supabase()
  const request = client.from('profiles').select('consultation_fee').eq('id', consultantId)
  return dataOf(await request.single()).consultation_fee ?? 0
}

export function useCancelConsultation() {
  const queries = useQueryClient()
  return async (id: string) => {
    try {
      await cancelConsultation(id)
      toast('Consultation canceled.')
    } finally {
      refresh(queries)
    }
  }
}

async function cancelConsultation(id: string) {
  const client = await supabase()
  const { error, status } = await client
    .from('consultations')
    .update({ status: 'cancelled' })
    .eq('id', id)
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
}

function refresh(queries: QueryClient) {
  for (const key of ['consultations', 'payments', 'analytics']) refreshQueries(queries, [key])
}
