import { dataOf } from '../../../lib/errors/failure.ts'
import { supabase } from '../../../lib/supabase.ts'

export async function recordPayment(paymentId: string, reference: string) {
  const client = await supabase()
  return dataOf(await client.rpc('record_payment', { payment_id: paymentId, reference }))
}
