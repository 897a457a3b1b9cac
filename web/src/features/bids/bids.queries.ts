import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { dataOrNull } from '#lib/errors.ts'
import type { ListPage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { countOf } from '#lib/lists/list-tabs.ts'
import { usePageByIds } from '#lib/lists/page-by-ids.ts'
import { patchPage } from '#lib/lists/patch-page.ts'
import { containsFilter } from '#lib/lists/search.ts'
import type { Change } from '#lib/live/subjects.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import { findAffectedReceivedBidIds } from './affected-bids.ts'

export const receivedBidsPageSize = 10

const receivedBidColumns = `
  id, amount, status, created_at, job_id,
  job:jobs!inner(title, budget),
  contractor:profiles(id, role, full_name, username, company_name)
` as const

/** Reads the bids on the facility's jobs, except deleted jobs, as in the tile "Number of Bids". */
export function useReceivedBids(userId: string, list: ListState) {
  return usePageByIds({
    key: ['bids', 'received', userId],
    list,
    size: receivedBidsPageSize,
    fetchIds: async (from, to) =>
      selectReceivedBidIds(await supabase(), userId, list).range(from, to),
    fetchRows: async (ids) =>
      (await supabase()).from('bids').select(receivedBidColumns).in('id', ids),
    applyChange: (page, change) => applyBidChange(page, change, list),
    findAffectedIds: findAffectedReceivedBidIds,
  })
}

function selectReceivedBidIds(client: Client, userId: string, { filters, sort }: ListState) {
  const { status = '', q = '' } = filters
  let query = client
    .from('bids')
    .select('id, job:jobs!inner()', { count: 'exact' })
    .eq('job.facility_id', userId)
    .eq('job.is_deleted', false)
  if (status) query = query.eq('status', status)
  if (q) query = query.or(containsFilter(['title'], q), { referencedTable: 'job' })
  return query.order(sort.by, { ascending: !sort.descending }).order('id')
}

/** The columns of the table that the list shows. Only the status of a bid changes. */
const eventColumns = z.object({
  amount: z.number(),
  status: z.string(),
  created_at: z.string(),
})

interface ChangingBid extends z.infer<typeof eventColumns> {
  id: string
}

/** Applies the change of a bid to a page of received bids. The job and the contractor of a bid never change. */
export function applyBidChange<Row extends ChangingBid>(
  page: ListPage<Row>,
  change: Change,
  { filters: { status }, sort }: Pick<ListState, 'filters' | 'sort'>,
) {
  if (change.table !== 'bids') return undefined
  return patchPage(page, change, {
    // The other conditions are about the job, which this event does not change.
    conditions: status ? [['status', 'eq', status]] : [],
    sort,
    sortValue: (bid, column) => (column === 'amount' ? bid.amount : bid.created_at),
    merge: (bid, row) => {
      const { data } = eventColumns.safeParse(row)
      return data && { ...bid, ...data }
    },
  })
}

export type ReceivedBid = NonNullable<ReturnType<typeof useReceivedBids>['data']>['rows'][number]

/** Reads a job with the contractor's bids. The result is null if the contractor can no longer see the job. */
export const jobToBidOn = (jobId: string) =>
  queryOptions({
    queryKey: ['jobs', 'to-bid-on', jobId],
    queryFn: () => readJobToBidOn(jobId),
    // Refetch each time the dialog opens, because the cached job may be outdated.
    staleTime: 0,
  })

async function readJobToBidOn(jobId: string) {
  const client = await supabase()
  return dataOrNull(
    await client
      .from('jobs')
      .select('id, budget, is_deleted, awarded_at, can_bid, bids(status)')
      .eq('id', jobId)
      .maybeSingle(),
  )
}

export type JobToBidOn = Awaited<ReturnType<typeof readJobToBidOn>>

/** Reads a bid to accept. `bid` is null if the facility can no longer see the bid. */
export const bidToAccept = (bidId: string) =>
  queryOptions({
    queryKey: ['bids', 'to-accept', bidId],
    queryFn: () => readBidToAccept(bidId),
    // Refetch each time the dialog opens, because the cached bid may be outdated.
    staleTime: 0,
  })

async function readBidToAccept(bidId: string) {
  const client = await supabase()
  const bid = dataOrNull(
    await client
      .from('bids')
      .select('status, can_accept, job:jobs!inner(is_deleted, awarded_at)')
      .eq('id', bidId)
      .maybeSingle(),
  )
  return { bid }
}

export type CurrentBid = Awaited<ReturnType<typeof readBidToAccept>>

/** Counts the bids that are rejected if this bid is accepted. */
export const competingBidCount = (bidId: string, jobId: string) =>
  queryOptions({
    queryKey: ['bids', 'others', jobId, bidId],
    queryFn: () => countCompetingBids(bidId, jobId),
  })

async function countCompetingBids(bidId: string, jobId: string) {
  const client = await supabase()
  return countOf(
    await client
      .from('bids')
      .select('id', { count: 'exact', head: true })
      .eq('job_id', jobId)
      .eq('status', 'pending')
      .neq('id', bidId),
  )
}
