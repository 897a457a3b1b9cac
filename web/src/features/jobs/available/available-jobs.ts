import type { Database } from '../../../../../contract/database.ts'
import { keysFound, rowsOfKeys } from '#lib/keys-first.ts'
import type { ListState } from '#lib/list-state.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import { usePage } from '#lib/use-page.ts'
import { budgetRange } from './budget-ranges.ts'

export const pageSize = 10

/** Jobs that are open for bids, as the view for contractors has them. */
export function useAvailableJobs(list: ListState) {
  return usePage({
    key: ['jobs', 'available'],
    list,
    size: pageSize,
    ask: async (from) => readPage(await supabase(), list, from),
    // Of the bids of others nobody is told; how many there are is seen all the same.
    every: 30_000,
  })
}

/**
 * The keys of a page first, then its rows: what the view computes of a row would be computed of all the rows
 * before it as well. The keys are found by a procedure, which also knows how many there are.
 */
async function readPage(client: Client, { sort, filters }: ListState, from: number) {
  const { search = '', category = '', budget = '' } = filters
  const { least, most } = budgetRange(budget)
  const wanted = {
    query: search,
    ...(category ? { category } : {}),
    ...(least ? { budget_from: least } : {}),
    ...(most ? { budget_to: most } : {}),
    by_budget: sort.by === 'budget',
    descending: sort.descending,
    skip: from,
    size: pageSize,
  }
  const found = await client.rpc('find_available_jobs', wanted, { get: true })
  // One that was given away between the two questions is left out.
  return rowsOfKeys(keysFound(found), async (ids) => {
    const { data, ...answer } = await client
      .from('dashboard_available_jobs')
      .select('*')
      .in('id', ids)
    return { ...answer, data: (data ?? []).map(jobOf) }
  })
}

type Row = Database['public']['Views']['dashboard_available_jobs']['Row']

/** No column of a view is promised to be there; these are. */
function jobOf(row: Row) {
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
