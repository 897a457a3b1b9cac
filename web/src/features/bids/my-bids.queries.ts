import { queryOptions } from '@tanstack/react-query'
import { readContractorFigures } from '#lib/my-dashboard.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import type { ListPage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { activeTab, type Condition, type ListTab, type TabCounts } from '#lib/lists/list-tabs.ts'
import { usePageByIds } from '#lib/lists/page-by-ids.ts'
import { patchRows } from '#lib/lists/patch-page.ts'
import type { Change } from '#lib/live/subjects.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import { findAffectedOwnBidIds } from './affected-bids.ts'

export const myBidsPageSize = 10

const myBidColumns = `id, contractor_id, amount, status, created_at, can_withdraw, can_chat,
  job:jobs!inner(id, title, budget, status, is_deleted, awarded_contractor_id, can_bid, can_finish,
    facility:profiles!jobs_facility_id_fkey(id, role, full_name, username, company_name),
    payments(status))` as const

export function useMyBids(userId: string, list: ListState) {
  return usePageByIds({
    key: ['bids', 'mine', userId],
    list,
    size: myBidsPageSize,
    fetchIds: async (from, to) => selectMyBidIds(await supabase(), userId, list).range(from, to),
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

function selectMyBidIds(client: Client, userId: string, { sort, filters }: ListState) {
  let query = client
    .from('bids')
    .select('id, job:jobs()', { count: 'exact' })
    .eq('contractor_id', userId)
  for (const condition of activeTab(myBidTabs, filters['tab']).conditions) {
    query = query.filter(...condition)
  }
  return query.order(sort.by, { ascending: !sort.descending }).order('id')
}

export type MyBid = NonNullable<ReturnType<typeof useMyBids>['data']>['rows'][number]

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

/** The tabs of "Your Bids". The tab "Won" includes bids on finished jobs. */
export const myBidTabs: readonly [ListTab, ...ListTab[]] = [
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
