import { rowsOfKeys } from '#lib/keys-first.ts'
import type { ListState } from '#lib/list-state.ts'
import { type Condition, type ListTab, type TabCounts, tabIn } from '#lib/list-tabs.ts'
import { supabase, type Client } from '#lib/supabase.ts'
import { usePage } from '#lib/use-page.ts'
import { queryOptions } from '@tanstack/react-query'
import { dataOf, dataOrNothing } from '#lib/errors/failure.ts'
import { anyContains } from '#lib/any-contains.ts'

export const pageSize = 10

const myBidColumns = `id, contractor_id, amount, status, created_at, can_withdraw, can_chat,
  job:jobs!inner(id, title, budget, status, is_deleted, awarded_contractor_id, can_bid, can_finish,
    facility:profiles!jobs_facility_id_fkey(id, role, full_name, username, company_name),
    payments(status))` as const

/** The bids of this contractor, each with its job and what may be done with both. */
export function useMyBids(userId: string, list: ListState) {
  return usePage({
    key: ['bids', 'mine', userId],
    list,
    size: pageSize,
    ask: async (from, to) => {
      const client = await supabase()
      const keys = await selectMyBidKeys(client, userId, list).range(from, to)
      return rowsOfKeys(keys, (ids) => client.from('bids').select(myBidColumns).in('id', ids))
    },
  })
}

function selectMyBidKeys(client: Client, userId: string, { sort, filters }: ListState) {
  let wanted = client
    .from('bids')
    .select('id, job:jobs()', { count: 'exact' })
    .eq('contractor_id', userId)
  for (const condition of tabIn(bidTabs, filters['tab']).conditions) {
    wanted = wanted.filter(...condition)
  }
  return wanted.order(sort.by, { ascending: !sort.descending }).order('id')
}

export type MyBid = NonNullable<ReturnType<typeof useMyBids>['data']>['rows'][number]

export const bidCounts = (userId: string) =>
  queryOptions({ queryKey: ['bids', 'counts', userId], queryFn: readBidCounts })

const countColumns =
  'total_bids, pending_bids, awarded_bids, finished_bids, rejected_bids, withdrawn_bids' as const

/** The figures of the contractor who asks count them all at once; one by one each tab would be a request. */
async function readBidCounts(): Promise<TabCounts> {
  const client = await supabase()
  const row = dataOf(
    await client.from('dashboard_contractor_summary').select(countColumns).single(),
  )
  return {
    '': row.total_bids ?? 0,
    pending: row.pending_bids ?? 0,
    won: row.awarded_bids ?? 0,
    finished: row.finished_bids ?? 0,
    rejected: row.rejected_bids ?? 0,
    withdrawn: row.withdrawn_bids ?? 0,
  }
}

const isAccepted: Condition = ['status', 'eq', 'accepted']

/** The parts of "Your Bids". A bid that won stays one when the work is done: what is finished was won. */
export const bidTabs: readonly [ListTab, ...ListTab[]] = [
  { value: '', label: 'All', conditions: [] },
  { value: 'pending', label: 'Pending', conditions: [['status', 'eq', 'pending']] },
  { value: 'won', label: 'Won', conditions: [isAccepted] },
  {
    value: 'finished',
    label: 'Finished',
    conditions: [isAccepted, ['job.status', 'eq', 'finished'], ['job', 'not.is', 'null']],
  },
  { value: 'rejected', label: 'Rejected', conditions: [['status', 'eq', 'rejected']] },
  { value: 'withdrawn', label: 'Withdrawn', conditions: [['status', 'eq', 'withdrawn']] },
]

export const receivedBidsSize = 10

const receivedBidColumns = `
  id, amount, status, created_at, job_id,
  job:jobs!inner(title, budget),
  contractor:profiles(id, role, full_name, username, company_name)
` as const

/** Every bid on a job of this facility that is not deleted: as many as its summary counts. */
export function useReceivedBids(userId: string, list: ListState) {
  return usePage({
    key: ['bids', 'received', userId],
    list,
    size: receivedBidsSize,
    ask: async (from, to) => {
      const client = await supabase()
      const keys = await selectReceivedBidKeys(client, userId, list).range(from, to)
      return rowsOfKeys(keys, (ids) => client.from('bids').select(receivedBidColumns).in('id', ids))
    },
  })
}

function selectReceivedBidKeys(client: Client, userId: string, { filters, sort }: ListState) {
  const { status = '', q = '' } = filters
  let wanted = client
    .from('bids')
    .select('id, job:jobs!inner()', { count: 'exact' })
    .eq('job.facility_id', userId)
    .eq('job.is_deleted', false)
  if (status) wanted = wanted.eq('status', status)
  if (q) wanted = wanted.or(anyContains(['title'], q), { referencedTable: 'job' })
  return wanted.order(sort.by, { ascending: !sort.descending }).order('id')
}

export type ReceivedBid = NonNullable<ReturnType<typeof useReceivedBids>['data']>['rows'][number]

/** How a job and one's own bids on it stand for whoever is about to bid; null where it is hidden by now. */
export const jobToBidOn = (jobId: string) =>
  queryOptions({
    queryKey: ['jobs', 'to-bid-on', jobId],
    queryFn: () => readJobToBidOn(jobId),
    // What the list knew may be old.
    staleTime: 0,
  })

async function readJobToBidOn(jobId: string) {
  const client = await supabase()
  return dataOrNothing(
    await client
      .from('jobs')
      .select('id, budget, is_deleted, awarded_at, can_bid, bids(status)')
      .eq('id', jobId)
      .maybeSingle(),
  )
}

export type JobToBidOn = Awaited<ReturnType<typeof readJobToBidOn>>
