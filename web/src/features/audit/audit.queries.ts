// What admins did, as they read it.
import type { Database } from '../../../../contract/database.ts'
import { csvFile } from '#lib/csv/csv-file.ts'
import { inKeysetOrder, type RowKey } from '#lib/csv/keyset.ts'
import { fetchAdminListCount, fetchRowsByKeys, usePage, withCount } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { maxRowsInFile, searchCursor } from '#lib/lists/search.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import { deedOf, detailsOf } from './entry-texts.ts'

export const entriesSize = 25

type Row = Database['public']['Views']['admin_audit_entries']['Row']

export function useEntries(list: ListState) {
  return usePage({
    key: ['audit', 'entries'],
    list,
    size: entriesSize,
    pollIntervalMs: 30_000,
    ask: async (from, to) => readPage(await supabase(), list, [from, to]),
  })
}

async function readPage(client: Client, list: ListState, range: [number, number]) {
  const { q, action } = list.filters
  const found = q
    ? await entries(client, list, { columns: 'id', count: 'exact' }).range(...range)
    : await withCount(
        entries(client, list, { columns: 'id' }).range(...range),
        fetchAdminListCount(client, 'entries', action),
      )
  const keys = { ...found, data: (found.data ?? []).map(({ id }) => ({ id: String(id) })) }
  return fetchRowsByKeys(keys, async (ids) => {
    const rows = await client.from('admin_audit_entries').select('*').in('id', ids.map(Number))
    return { ...rows, data: (rows.data ?? []).map(entryOf) }
  })
}

export function entriesFile(list: ListState) {
  return csvFile<Row>({
    name: 'audit-log',
    columns: [
      ['When', ({ at }) => at],
      ['Who', (row) => entryOf(row).actor],
      ['Who id', (row) => row.actor_id],
      ['What', (row) => entryOf(row).deed],
      ['Whom', (row) => row.subject_name],
      ['Whom id', ({ subject }) => subject],
      ['Reason', ({ reason }) => reason],
      ['Details', (row) => entryOf(row).details],
    ],
    by: list.sort.by,
    maxRows: maxRowsInFile(list.filters['q'], list.sort),
    ask: async (after, count) =>
      entries(await supabase(), list, { columns: '*', after }).limit(count),
  })
}

interface Wanted<Columns extends string> {
  columns: Columns
  count?: 'exact'
  after?: RowKey | undefined
}

function entries<Columns extends 'id' | '*'>(
  client: Client,
  { filters, sort }: ListState,
  { columns, count, after }: Wanted<Columns>,
) {
  const { q: query = '', action = '' } = filters
  const counted = count ? { count } : {}
  const { latest, beyond } = searchCursor(sort, after)
  const given = {
    query,
    ...(action ? { action } : {}),
    ...(latest ? { latest, beyond: Number(beyond) } : {}),
  }
  let wanted = query
    ? client.rpc('admin_search_audit', given, counted).select(columns)
    : client.from('admin_audit_entries').select(columns, counted)
  if (action) wanted = wanted.eq('action', action)
  return inKeysetOrder(wanted, sort, after)
}

/** No column of a view is promised to be there; these are. */
function entryOf(row: Row) {
  return {
    id: String(row.id),
    at: row.at ?? '',
    actorId: row.actor_id,
    // Whoever runs the installation acts without an account.
    actor: row.actor_id ? (row.actor_name ?? 'Somebody') : 'Operator',
    deed: deedOf(row.action ?? '', row.details),
    subject: row.subject ?? '',
    subjectName: row.subject_name ?? '–',
    reason: row.reason ?? '',
    details: detailsOf(row.action ?? '', row.details, row.other_name ?? 'somebody'),
  }
}

export type Entry = ReturnType<typeof entryOf>
