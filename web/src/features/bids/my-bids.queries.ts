import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { fetchRowsByKeys, usePage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { activeTab, type Condition, type ListTab, type TabCounts } from '#lib/lists/list-tabs.ts'
import { type Client, supabase } from '#lib/supabase.ts'

export const myBidsPageSize = 10

const myBidColumns = `id, contractor_id, amount, status, created_at, can_withdraw, can_chat,
  job:jobs!inner(id, title, budget, status, is_deleted, awarded_contractor_id, can_bid, can_finish,
    facility:profiles!jobs_facility_id_fkey(id, role, full_name, username, company_name),
    payments(status))` as const

export function useMyBids(userId: string, list: ListState) {
  return usePage({
    key: ['bids', 'mine', userId],
    list,
    size: myBidsPageSize,
    ask: async (from, to) => {
      const client = await supabase()
      const keys = await selectMyBidKeys(client, userId, list).range(from, to)
      return fetchRowsByKeys(keys, (ids) => client.from('bids').select(myBidColumns).in('id', ids))
    },
  })
}

function selectMyBidKeys(client: Client, userId: string, { sort, filters }: ListState) {
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
  queryOptions({ queryKey: ['bids', 'counts', userId], queryFn: afterJoin(readBidCounts) })

const countColumns =
  'total_bids, pending_bids, awarded_bids, finished_bids, rejected_bids, withdrawn_bids' as const

/** The contractor's summary contains the counts of all tabs, so one request is enough. */
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
