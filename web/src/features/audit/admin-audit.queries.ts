// Reads the audit log for the admin list and its CSV file.
import type { Database } from '../../../../contract/database.ts'
import { csvFile } from '#lib/files/csv-file.ts'
import { inKeysetOrder, type RowKey } from '#lib/files/keyset.ts'
import {
  adminPageSize,
  fetchAdminListCount,
  fetchRowsByIds,
  usePage,
  withCount,
} from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { maxRowsInFile, searchCursor } from '#lib/lists/search.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import { actionText, detailsText, isAboutUser } from './entry-texts.ts'

type Row = Database['public']['Views']['admin_audit_entries']['Row']

/** If a user is given, reads only the entries about this user and those of this admin. */
export function useAdminAudit(list: ListState, userId?: string) {
  return usePage({
    key: ['audit', 'entries', ...(userId ? [userId] : [])],
    list,
    size: adminPageSize,
    pollIntervalMs: 30_000,
    ask: async (from, to) => fetchEntries(await supabase(), list, [from, to], userId),
  })
}

async function fetchEntries(
  client: Client,
  list: ListState,
  range: [number, number],
  userId?: string,
) {
  const { q, action } = list.filters
  const options = { columns: 'id', count: 'exact', userId } as const
  const found =
    q || userId
      ? await selectAuditEntries(client, list, options).range(...range)
      : await withCount(
          selectAuditEntries(client, list, { columns: 'id' }).range(...range),
          fetchAdminListCount(client, 'entries', action),
        )
  const page = { ...found, data: (found.data ?? []).map(({ id }) => ({ id: String(id) })) }
  return fetchRowsByIds(page, async (ids) => {
    const rows = await client.from('admin_audit_entries').select('*').in('id', ids.map(Number))
    return { ...rows, data: (rows.data ?? []).map(toAuditEntry) }
  })
}

export function adminAuditCsv(list: ListState, userId?: string) {
  return csvFile<Row>({
    name: 'audit-log',
    columns: [
      ['When', ({ at }) => at],
      ['Admin', (row) => toAuditEntry(row).actor],
      ['Admin id', (row) => row.actor_id],
      ['Action', (row) => toAuditEntry(row).actionName],
      ['Subject', (row) => row.subject_name],
      ['Subject id', ({ subject }) => subject],
      ['Reason', ({ reason }) => reason],
      ['Details', (row) => toAuditEntry(row).details],
    ],
    by: list.sort.by,
    maxRows: maxRowsInFile(list.filters['q'], list.sort),
    ask: async (after, count) =>
      selectAuditEntries(await supabase(), list, { columns: '*', after, userId }).limit(count),
  })
}

interface AuditEntriesOptions<Columns extends string> {
  columns: Columns
  count?: 'exact'
  /** The last row of the previous page. */
  after?: RowKey | undefined
  userId?: string | undefined
}

function selectAuditEntries<Columns extends 'id' | '*'>(
  client: Client,
  { filters, sort }: ListState,
  { columns, count, after, userId }: AuditEntriesOptions<Columns>,
) {
  const { q: query = '', action = '' } = filters
  const countOption = count ? { count } : {}
  const { latest, beyond } = searchCursor(sort, after)
  const searchArgs = {
    query,
    ...(action ? { action } : {}),
    ...(latest ? { latest, beyond: Number(beyond) } : {}),
  }
  let selected = query
    ? client.rpc('admin_search_audit', searchArgs, countOption).select(columns)
    : client.from('admin_audit_entries').select(columns, countOption)
  if (action) selected = selected.eq('action', action)
  if (userId) selected = selected.or(`actor_id.eq.${userId},subject.eq.${userId}`)
  return inKeysetOrder(selected, sort, after)
}

/** Replaces null with defaults, because the generated types allow null in every column of a view. */
function toAuditEntry(row: Row) {
  return {
    id: String(row.id),
    at: row.at ?? '',
    actorId: row.actor_id,
    // An action on the command line has no actor, because the operator has no account.
    actor: row.actor_id ? (row.actor_name ?? 'Someone') : 'Operator',
    actionName: actionText(row.action ?? '', row.details),
    /** The id of the user whom the action was about, if it was about a user. */
    userId: isAboutUser(row.action ?? '') ? row.subject : null,
    subjectName: row.subject_name ?? '–',
    reason: row.reason ?? '',
    details: detailsText(row.action ?? '', row.details, row.other_name ?? 'somebody'),
  }
}

export type AuditEntry = ReturnType<typeof toAuditEntry>
