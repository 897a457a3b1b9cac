import { Failure, dataOf, errorFieldsOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'

export async function cancelConsultation(id: string) {
  const client = await supabase()
  const { error, status } = await client
    .from('consultations')
    .update({ status: 'cancelled' })
    .eq('id', id)
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
}

interface Booking {
  facility_id: string
  consultant_id: string
  scheduled_at: string
  duration_minutes: number
  job_id: string | null
}

/**
 * @param key  The same for every try to book this, so that it is booked once.
 * @returns What it costs, as the consultant asked at that moment.
 */
export async function bookConsultation(booking: Booking, key: string): Promise<number> {
  const client = await supabase()
  const call = client.from('consultations').insert(booking).setHeader('Idempotency-Key', key)
  return dataOf(await call.select('fee').single()).fee
}
