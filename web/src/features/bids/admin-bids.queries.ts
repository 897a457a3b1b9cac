// Every bid on the platform, as admins see them.
import { csvFile } from '#lib/csv/csv-file.ts'
import { inKeyOrder, type Key } from '#lib/csv/key-order.ts'
import { nameOf } from '#lib/format/name.ts'
import { listNumber, withNumber } from '#lib/list-number.ts'
import type { ListState } from '#lib/list-state.ts'
import { mostInFile, onwardFrom } from '#lib/search.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import { usePage } from '#lib/use-page.ts'

export const everyBidSize = 25

const columns = `
  id, amount, status, created_at, job_id, contractor_id,
  job:jobs(title),
  contractor:profiles(role, full_name, username, company_name)
` as const

export function useEveryBid(list: ListState) {
  return usePage({
    key: ['bids', 'every'],
    list,
    size: everyBidSize,
    ask: async (from, to) => {
      const client = await supabase()
      const { q, status, job } = list.filters
      if (q || job) return everyBid(client, list, { count: 'exact' }).range(from, to)
      return withNumber(
        everyBid(client, list, {}).range(from, to),
        listNumber(client, 'bids', status),
      )
    },
  })
}

export type EveryBid = NonNullable<ReturnType<typeof useEveryBid>['data']>['rows'][number]

export function everyBidFile(list: ListState) {
  return csvFile<EveryBid>({
    name: 'bids',
    columns: [
      ['Contractor', ({ contractor }) => nameOf(contractor)],
      ['Contractor id', (bid) => bid.contractor_id],
      ['Job', ({ job }) => job?.title],
      ['Job id', (bid) => bid.job_id],
      ['Amount', ({ amount }) => amount],
      ['Status', ({ status }) => status],
      ['Date', (bid) => bid.created_at],
    ],
    by: list.sort.by,
    most: mostInFile(list.filters['q'], list.sort),
    ask: async (after, count) => everyBid(await supabase(), list, { after }).limit(count),
  })
}

interface Wanted {
  count?: 'exact'
  after?: Key | undefined
}

function everyBid(client: Client, { filters, sort }: ListState, { count, after }: Wanted) {
  const { q: query = '', status = '', job = '' } = filters
  const counted = count ? { count } : {}
  const given = { query, ...(status ? { status } : {}), ...onwardFrom(sort, after) }
  let wanted = query
    ? client.rpc('admin_search_bids', given, counted).select(columns)
    : client.from('bids').select(columns, counted)
  if (status) wanted = wanted.eq('status', status)
  if (job) wanted = wanted.eq('job_id', job)
  return inKeyOrder(wanted, sort, after)
}
