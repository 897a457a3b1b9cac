import { queryOptions } from '@tanstack/react-query'
import { Failure, dataOf, readingsOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

export async function acceptBid(bidId: string, jobId: string) {
  const client = await supabase()
  const given = { selected_bid_id: bidId, job_id: jobId }
  return dataOf(await client.rpc('accept_and_reject_bids', given))
}

/** How many bids are rejected when this one is accepted. */
export const otherBids = (bidId: string, jobId: string) =>
  queryOptions({
    queryKey: ['bids', 'others', jobId, bidId],
    queryFn: () => countOtherBids(bidId, jobId),
  })

async function countOtherBids(bidId: string, jobId: string) {
  const client = await supabase()
  const { count, error, status } = await client
    .from('bids')
    .select('id', { count: 'exact', head: true })
    .eq('job_id', jobId)
    .eq('status', 'pending')
    .neq('id', bidId)
  if (error) throw new Failure({ ...readingsOf(error), status })
  return count ?? 0
}

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

/** The same again changes nothing. */
export async function withdrawBid(id: string) {
  const client = await supabase()
  const call = client.from('bids').update({ status: 'withdrawn' }).eq('id', id)
  dataOf(await call.select('id').single())
}
