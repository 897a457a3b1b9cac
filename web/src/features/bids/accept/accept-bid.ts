import { queryOptions } from '@tanstack/react-query'
import { dataOf, Failure, readingsOf } from '#lib/errors/failure.ts'
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
    queryFn: () => countOthers(bidId, jobId),
  })

async function countOthers(bidId: string, jobId: string) {
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
