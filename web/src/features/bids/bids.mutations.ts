import { useQueryClient } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-act.ts'

/** Accepts a bid and rejects all other bids on the job. */
export function useAcceptBid() {
  const queries = useQueryClient()
  return async (bidId: string, jobId: string) => {
    try {
      await acceptBid(bidId, jobId)
      toast('Bid accepted and others rejected.')
    } finally {
      // Refetch even if the server refused, because the new data shows the reason.
      for (const queryKey of changedKeys) void queries.invalidateQueries({ queryKey })
    }
  }
}

export function usePlaceBid() {
  return useAction({ run: placeBid, done: 'Bid placed.', keys: changedKeys })
}

export function useWithdrawBid() {
  return useAction({ run: withdrawBid, done: 'Bid withdrawn.', keys: changedKeys })
}

/** Query keys to invalidate after a bid changes. */
const changedKeys = [['jobs'], ['bids'], ['analytics']]

async function acceptBid(bidId: string, jobId: string) {
  const client = await supabase()
  dataOf(await client.rpc('accept_and_reject_bids', { selected_bid_id: bidId, job_id: jobId }))
}

interface NewBid {
  jobId: string
  contractorId: string
  amount: number
  /** Every retry sends the same idempotency key, so the server stores the bid only once. */
  idempotencyKey: string
}

async function placeBid({ jobId, contractorId, amount, idempotencyKey }: NewBid) {
  const client = await supabase()
  const request = client
    .from('bids')
    .insert({ job_id: jobId, contractor_id: contractorId, amount, status: 'pending' })
    .select('id')
    .single()
    .setHeader('Idempotency-Key', idempotencyKey)
  dataOf(await request)
}

/** Withdraws a bid. A second withdrawal changes nothing. */
async function withdrawBid(id: string) {
  const client = await supabase()
  const request = client.from('bids').update({ status: 'withdrawn' }).eq('id', id)
  dataOf(await request.select('id').single())
}
