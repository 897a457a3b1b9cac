import { csvFile } from '#lib/csv/csv-file.ts'
import { inKeysetOrder, type RowKey } from '#lib/csv/keyset.ts'
import { dataOf } from '#lib/errors.ts'
import { usePage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { containsFilter } from '#lib/lists/search.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import { useAction } from '#ui/use-act.ts'

// Who asked to be shown around, as admins see them.

export const adminDemoRequestsPageSize = 25

export function useAdminDemoRequests(list: ListState) {
  return usePage({
    key: ['demo-requests', 'received'],
    list,
    size: adminDemoRequestsPageSize,
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
      ['State', ({ handled }) => (handled ? 'handled' : 'waiting')],
      ['Asked', (request) => request.created_at],
      ['Id', ({ id }) => id],
    ],
    by: list.sort.by,
    ask: async (after, count) => selectDemoRequests(await supabase(), list, { after }).limit(count),
  })
}

interface Wanted {
  count?: 'exact'
  after?: RowKey | undefined
}

function selectDemoRequests(
  client: Client,
  { filters, sort }: ListState,
  { count, after }: Wanted,
) {
  const { q = '', state = '' } = filters
  let wanted = client.from('demo_requests').select('*', count ? { count } : {})
  if (state) wanted = wanted.eq('handled', state === 'handled')
  if (q) wanted = wanted.or(containsFilter(['full_name', 'company', 'email', 'message'], q))
  return inKeysetOrder(wanted, sort, after)
}

interface Handled {
  id: string
  handled: boolean
}

/** What shows a request, or counts those that wait. */
const affectedKeys = [['demo-requests'], ['audit'], ['analytics']]

/** Says of a request that it was dealt with, or that it was not. The same again changes nothing. */
export function useMarkHandled() {
  return useAction({
    run: setHandled,
    keys: affectedKeys,
    failed: 'The request could not be marked.',
  })
}

async function setHandled({ id, handled }: Handled) {
  const client = await supabase()
  const call = client.from('demo_requests').update({ handled }).eq('id', id)
  dataOf(await call.select('id').single())
}
