import { dataOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

interface NewBid {
  jobId: string
  contractorId: string
  amount: number
  /** The same for every try to place this bid, so that it is placed once. */
  key: string
}

export async function placeBid({ jobId, contractorId, amount, key }: NewBid) {
  const client = await supabase()
  const call = client
    .from('bids')
    .insert({ job_id: jobId, contractor_id: contractorId, amount, status: 'pending' })
    .select('id')
    .single()
    .setHeader('Idempotency-Key', key)
  dataOf(await call)
}
