import type { ListState } from '../../../lib/list-state.ts'
import { type Client, supabase } from '../../../lib/supabase.ts'
import { usePage } from '../../../lib/use-page.ts'
import { bidTabIn, statusesOf } from './tabs.ts'

export const pageSize = 10

const columns = `id, amount, status, created_at, can_withdraw, can_chat,
  job:jobs!inner(id, title, budget, status, is_deleted, can_finish,
    facility:profiles!jobs_facility_id_fkey(id, full_name, username, company_name),
    payments(status))` as const

/** The bids of this contractor, each with its job and what may be done with both. */
export function useMyBids(userId: string, list: ListState) {
  return usePage({
    key: ['bids', 'mine', userId],
    list,
    size: pageSize,
    ask: async (from, to) => ask(await supabase(), userId, list).range(from, to),
  })
}

function ask(client: Client, userId: string, { sort, filters }: ListState) {
  const { bid, job } = statusesOf(bidTabIn(filters['tab']))
  let query = client
    .from('bids')
    .select(columns, { count: 'exact' })
    .eq('contractor_id', userId)
    .order(sort.by, { ascending: !sort.descending })
    .order('id')
  if (bid) query = query.eq('status', bid)
  if (job) query = query.eq('job.status', job)
  return query
}

export type MyBid = NonNullable<ReturnType<typeof useMyBids>['data']>['rows'][number]
