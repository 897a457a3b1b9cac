import { queryOptions } from '@tanstack/react-query'
import { dataOrNothing } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

/** How a job and one's own bids on it stand for whoever is about to bid; null where it is hidden by now. */
export const jobToBidOn = (jobId: string) =>
  queryOptions({
    queryKey: ['jobs', 'to-bid-on', jobId],
    queryFn: () => readJob(jobId),
    // What the list knew may be old.
    staleTime: 0,
  })

async function readJob(jobId: string) {
  const client = await supabase()
  return dataOrNothing(
    await client
      .from('jobs')
      .select('id, budget, is_deleted, awarded_at, can_bid, bids(status)')
      .eq('id', jobId)
      .maybeSingle(),
  )
}

export type JobToBidOn = Awaited<ReturnType<typeof readJob>>
