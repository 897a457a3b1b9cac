import { dataOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

/** @param key  The same for every try, so that a lost answer is given again. */
export async function refundPayment(payment_id: string, key: string) {
  const client = await supabase()
  const call = client.rpc('refund_payment', { payment_id })
  return dataOf(await call.setHeader('Idempotency-Key', key))
}
