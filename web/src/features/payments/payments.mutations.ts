import { dataOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'

interface Paid {
  payment_id: string
  reference: string
}

/** @param key  The same for every try to record this, so that a lost answer is given again. */
export async function recordPayment(paid: Paid, key: string) {
  const client = await supabase()
  return dataOf(await client.rpc('record_payment', paid).setHeader('Idempotency-Key', key))
}

/** @param key  The same for every try, so that a lost answer is given again. */
export async function refundPayment(payment_id: string, key: string) {
  const client = await supabase()
  const call = client.rpc('refund_payment', { payment_id })
  return dataOf(await call.setHeader('Idempotency-Key', key))
}
