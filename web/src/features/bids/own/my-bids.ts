import { rowsOfKeys } from '#lib/keys-first.ts'
import type { ListState } from '#lib/list-state.ts'
import { tabIn } from '#lib/list-tabs.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import { usePage } from '#lib/use-page.ts'
import { bidTabs } from './bid-tabs.ts'

export const pageSize = 10

const columns = `id, contractor_id, amount, status, created_at, can_withdraw, can_chat,
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
      const keys = await askKeys(client, userId, list).range(from, to)
      return rowsOfKeys(keys, (ids) => client.from('bids').select(columns).in('id', ids))
    },
  })
}

function askKeys(client: Client, userId: string, { sort, filters }: ListState) {
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
