import { queryOptions } from '@tanstack/react-query'
import { readContractorFigures } from '#lib/my-dashboard.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import type { ListPage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { activeTab, type Condition, type ListTab, type TabCounts } from '#lib/lists/list-tabs.ts'
import { usePageByIds } from '#lib/lists/page-by-ids.ts'
import { containsFilter } from '#lib/lists/search.ts'
import { patchRows } from '#lib/lists/patch-page.ts'
import type { Change } from '#lib/live/subjects.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import { findAffectedOwnBidIds } from './affected-bids.ts'

export const myBidsPageSize = 10
export const activeJobsPageSize = 25

export const myBidColumns = `id, contractor_id, amount, status, created_at, can_withdraw, can_chat,
  job:jobs!inner(id, title, budget, status, is_deleted, awarded_contractor_id, can_bid, can_finish,
    facility:profiles!jobs_facility_id_fkey(id, role, full_name, username, company_name),
    payments(status))` as const

interface OwnBidsQuery {
  userId: string
  list: ListState
  size: number
  conditions: readonly Condition[]
}

/** Reads the contractor's bids of the list's tab. */
export function useMyBids(userId: string, list: ListState, size: number) {
  const { conditions } = activeTab(myBidTabs, list.filters['tab'])
  return useOwnBids({ userId, list, size, conditions }, 'tab')
}

/** Reads the contractor's bids that won a job which is not finished. */
export function useActiveJobs(userId: string, list: ListState) {
  return useOwnBids({ userId, list, size: activeJobsPageSize, conditions: isActive }, 'active')
}

/** The `kind` tells queries with different conditions apart. */
function useOwnBids(bids: OwnBidsQuery, kind: string) {
  const { userId, list, size } = bids
  return usePageByIds({
    key: ['bids', 'mine', userId, kind],
    list,
    size,
    fetchIds: async (from, to) => selectOwnBidIds(await supabase(), bids).range(from, to),
    fetchRows: async (ids) => (await supabase()).from('bids').select(myBidColumns).in('id', ids),
    applyChange: applyPaymentOfJob,
    findAffectedIds: findAffectedOwnBidIds,
  })
}

interface BidWithPayment {
  job: { id: string; payments: { status: string } | null }
}

/** Applies the change of a payment to the bids on its job. */
export function applyPaymentOfJob<Row extends BidWithPayment>(
  page: ListPage<Row>,
  { table, event, row: { job_id: jobId, status } }: Change,
): ListPage<Row> | undefined {
  if (table !== 'payments' || event === 'DELETE' || typeof status !== 'string') return undefined
  return patchRows(
    page,
    ({ job }) => job.id === jobId,
    (bid) => ({ ...bid, job: { ...bid.job, payments: { status } } }),
  )
}

function selectOwnBidIds(client: Client, { userId, list, conditions }: OwnBidsQuery) {
  const { sort, filters } = list
  let query = client
    .from('bids')
    .select('id, job:jobs()', { count: 'exact' })
    .eq('contractor_id', userId)
  for (const condition of conditions) query = query.filter(...condition)
  const { q } = filters
  if (q) {
    query = query
      .or(containsFilter(['title'], q), { referencedTable: 'job' })
      .filter('job', 'not.is', 'null')
  }
  return query.order(sort.by, { ascending: !sort.descending }).order('id')
}

export type MyBid = NonNullable<ReturnType<typeof useOwnBids>['data']>['rows'][number]

export const myBidCounts = (userId: string) =>
  queryOptions({ queryKey: ['analytics', 'bid-counts', userId], queryFn: afterJoin(readBidCounts) })

/** The contractor's figures contain the counts of all tabs. */
async function readBidCounts(): Promise<TabCounts> {
  const figures = await readContractorFigures()
  return {
    '': figures.total_bids,
    pending: figures.pending_bids,
    won: figures.awarded_bids,
    finished: figures.finished_bids,
    rejected: figures.rejected_bids,
    withdrawn: figures.withdrawn_bids,
  }
}

const isAccepted: Condition = ['status', 'eq', 'accepted']
const hasMatchingJob: Condition = ['job', 'not.is', 'null']
const isActive: Condition[] = [isAccepted, ['job.status', 'eq', 'open'], hasMatchingJob]

/** The tabs of "Your Bids". The tab "Won" includes bids on finished jobs. */
export const myBidTabs: readonly [ListTab, ...ListTab[]] = [
  { value: '', label: 'All', conditions: [] },
  { value: 'pending', label: 'Pending', conditions: [['status', 'eq', 'pending']] },
  { value: 'won', label: 'Won', conditions: [isAccepted] },
  {
    value: 'finished',
    label: 'Finished',
    conditions: [isAccepted, ['job.status', 'eq', 'finished'], hasMatchingJob],
  },
  { value: 'rejected', label: 'Rejected', conditions: [['status', 'eq', 'rejected']] },
  { value: 'withdrawn', label: 'Withdrawn', conditions: [['status', 'eq', 'withdrawn']] },
]
