import { dataOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

/** The same again changes nothing. */
export async function withdrawBid(id: string) {
  const client = await supabase()
  const call = client.from('bids').update({ status: 'withdrawn' }).eq('id', id)
  dataOf(await call.select('id').single())
}
