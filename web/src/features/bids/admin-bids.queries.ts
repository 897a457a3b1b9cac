// Reads all bids on the platform, for the admin list and its CSV file.
import { csvFile } from '#lib/files/csv-file.ts'
import { inKeysetOrder } from '#lib/files/keyset.ts'
import { nameOf } from '#lib/format.ts'
import {
  adminPageSize,
  type AdminSelectOptions,
  fetchAdminListCount,
  usePage,
  withCount,
} from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { maxRowsInFile, searchCursor } from '#lib/lists/search.ts'
import { type Client, supabase } from '#lib/supabase.ts'

const columns = `
  id, amount, status, created_at, job_id, contractor_id,
  job:jobs(title),
  contractor:profiles(role, full_name, username, company_name)
` as const

/** If a contractor is given, reads only their bids. */
export function useAdminBids(list: ListState, contractorId?: string) {
  return usePage({
    key: ['bids', 'every', ...(contractorId ? [contractorId] : [])],
    list,
    size: adminPageSize,
    ask: async (from, to) => {
      const client = await supabase()
      const { q, status, job } = list.filters
      if (q || job || contractorId) {
        return selectAdminBids(client, list, { count: 'exact', contractorId }).range(from, to)
      }
      return withCount(
        selectAdminBids(client, list, {}).range(from, to),
        fetchAdminListCount(client, 'bids', status),
      )
    },
  })
}

export type AdminBid = NonNullable<ReturnType<typeof useAdminBids>['data']>['rows'][number]

export function adminBidsCsv(list: ListState, contractorId?: string) {
  return csvFile<AdminBid>({
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
    maxRows: maxRowsInFile(list.filters['q'], list.sort),
    ask: async (after, count) =>
      selectAdminBids(await supabase(), list, { after, contractorId }).limit(count),
  })
}

interface BidsOptions extends AdminSelectOptions {
  contractorId?: string | undefined
}

function selectAdminBids(
  client: Client,
  { filters, sort }: ListState,
  { count, after, contractorId }: BidsOptions,
) {
  const { q = '', status = '', job = '' } = filters
  const countOption = count ? { count } : {}
  const searchArgs = { query: q, ...(status ? { status } : {}), ...searchCursor(sort, after) }
  let query = q
    ? client.rpc('admin_search_bids', searchArgs, countOption).select(columns)
    : client.from('bids').select(columns, countOption)
  if (status) query = query.eq('status', status)
  if (job) query = query.eq('job_id', job)
  if (contractorId) query = query.eq('contractor_id', contractorId)
  return inKeysetOrder(query, sort, after)
}
