import { csvFile } from '#lib/files/csv-file.ts'
import { inKeysetOrder } from '#lib/files/keyset.ts'
import { adminPageSize, type AdminSelectOptions, usePage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { containsFilter } from '#lib/lists/search.ts'
import { type Client, supabase } from '#lib/supabase.ts'

// Reads the demo requests for the admin list and its CSV file.

/** The key of all pages of the list. */
export const receivedKey = ['demo-requests', 'received']

export function useAdminDemoRequests(list: ListState) {
  return usePage({
    key: receivedKey,
    list,
    size: adminPageSize,
    pollIntervalMs: 30_000,
    ask: async (from, to) =>
      selectDemoRequests(await supabase(), list, { count: 'exact' }).range(from, to),
  })
}

export type DemoRequest = NonNullable<
  ReturnType<typeof useAdminDemoRequests>['data']
>['rows'][number]

export function adminDemoRequestsCsv(list: ListState) {
  return csvFile<DemoRequest>({
    name: 'demo-requests',
    columns: [
      ['Name', (request) => request.full_name],
      ['Company', ({ company }) => company],
      ['Email', ({ email }) => email],
      ['Message', ({ message }) => message],
      ['Status', ({ handled }) => (handled ? 'handled' : 'waiting')],
      ['Requested', (request) => request.created_at],
      ['Id', ({ id }) => id],
    ],
    by: list.sort.by,
    ask: async (after, count) => selectDemoRequests(await supabase(), list, { after }).limit(count),
  })
}

function selectDemoRequests(
  client: Client,
  { filters, sort }: ListState,
  { count, after }: AdminSelectOptions,
) {
  const { q = '', state = '' } = filters
  let requests = client.from('demo_requests').select('*', count ? { count } : {})
  if (state) requests = requests.eq('handled', state === 'handled')
  if (q) requests = requests.or(containsFilter(['full_name', 'company', 'email', 'message'], q))
  return inKeysetOrder(requests, sort, after)
}
