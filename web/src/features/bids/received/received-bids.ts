import { anyContains } from '#lib/any-contains.ts'
import { rowsOfKeys } from '#lib/keys-first.ts'
import type { ListState } from '#lib/list-state.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import { usePage } from '#lib/use-page.ts'

export const receivedBidsSize = 10

const columns = `
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
      const keys = await askKeys(client, userId, list).range(from, to)
      return rowsOfKeys(keys, (ids) => client.from('bids').select(columns).in('id', ids))
    },
  })
}

function askKeys(client: Client, userId: string, { filters, sort }: ListState) {
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
