import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { supabase } from '#lib/supabase.ts'
import { myBidColumns } from './my-bids.queries.ts'

/** The maximum number of bids to read for a page. The list of all bids shows the remaining bids. */
const maxBids = 100

const columns = `
  id, amount, status, created_at, can_accept, can_chat,
  contractor:profiles(id, role, full_name, username, company_name, profile_picture)
` as const

export const bidsOnJobKey = (jobId: string) => ['bids', 'on-job', jobId]

/** Reads the bids on a job for its facility or an admin. Accepted and pending bids come first, and the lowest of each. */
export const bidsOnJob = (jobId: string) =>
  queryOptions({
    queryKey: [...bidsOnJobKey(jobId), 'all'],
    queryFn: afterJoin(() => readBidsOnJob(jobId)),
  })

async function readBidsOnJob(jobId: string) {
  const client = await supabase()
  const response = await client
    .from('bids')
    .select(columns, { count: 'exact' })
    .eq('job_id', jobId)
    .order('status')
    .order('amount')
    .limit(maxBids)
  return { bids: dataOf(response), total: response.count ?? 0 }
}

export type BidsOnJob = Awaited<ReturnType<typeof readBidsOnJob>>
export type BidOnJob = BidsOnJob['bids'][number]

/** Reads the contractor's bids on a job, the newest first. */
export const ownBidsOnJob = (userId: string, jobId: string) =>
  queryOptions({
    queryKey: [...bidsOnJobKey(jobId), userId],
    queryFn: afterJoin(() => readOwnBids(userId, jobId)),
  })

async function readOwnBids(userId: string, jobId: string) {
  const client = await supabase()
  return dataOf(
    await client
      .from('bids')
      .select(myBidColumns)
      .eq('job_id', jobId)
      .eq('contractor_id', userId)
      .order('created_at', { ascending: false })
      .limit(maxBids),
  )
}
