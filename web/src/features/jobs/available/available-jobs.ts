import type { Database } from '../../../../../contract/database.ts'
import { anyContains } from '../../../lib/any-contains.ts'
import type { ListState } from '../../../lib/list-state.ts'
import { type Client, supabase } from '../../../lib/supabase.ts'
import { usePage } from '../../../lib/use-page.ts'
import { budgetRange } from './budget-ranges.ts'

export const pageSize = 10

/** Jobs that are open for bids, as the view for contractors has them. */
export function useAvailableJobs(list: ListState) {
  return usePage({
    key: ['jobs', 'available'],
    list,
    size: pageSize,
    ask: async (from, to) => readPage(await supabase(), list, [from, to]),
    // Of the bids of others nobody is told; how many there are is seen all the same.
    every: 30_000,
  })
}

/**
 * The keys of a page first, then its rows: what the view computes of a row would be computed of all the rows
 * before it as well, which takes a second on page 500.
 */
async function readPage(client: Client, list: ListState, range: [from: number, to: number]) {
  const { data, ...found } = await askKeys(client, list).range(...range)
  const ids = (data ?? []).flatMap(({ id }) => id ?? [])
  if (found.error || ids.length === 0) return { ...found, data: [] }
  const rows = await client.from('dashboard_available_jobs').select('*').in('id', ids)
  return { ...rows, data: inOrder(ids, rows.data ?? []), count: found.count }
}

function askKeys(client: Client, { sort, filters }: ListState) {
  const { search = '', category = '', budget = '' } = filters
  const { least, most } = budgetRange(budget)
  let query = client
    .from('dashboard_available_jobs')
    .select('id', { count: 'exact' })
    .order(sort.by, { ascending: !sort.descending })
    .order('id')
  if (search) query = query.or(anyContains(['title', 'description', 'location'], search))
  if (category) query = query.eq('category', category)
  if (least) query = query.gte('budget', least)
  if (most) query = query.lte('budget', most)
  return query
}

function inOrder(ids: readonly string[], rows: readonly Row[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  // One that was given away between the two questions is left out.
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type Row = Database['public']['Views']['dashboard_available_jobs']['Row']

/** No column of a view is promised to be there; these are. */
export function jobOf(row: Row) {
  return {
    id: row.id ?? '',
    title: row.title ?? '',
    description: row.description ?? '',
    category: row.category ?? '',
    location: row.location ?? '',
    budget: row.budget ?? 0,
    createdAt: row.created_at ?? '',
    facilityName: row.facility_name ?? '',
    bidCount: row.bid_count ?? 0,
    myBidStatus: row.my_bid_status ?? '',
    canBid: row.can_bid ?? false,
  }
}

export type AvailableJob = ReturnType<typeof jobOf>
