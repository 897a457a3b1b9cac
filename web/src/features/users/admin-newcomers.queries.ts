// Reads self-registered users without a role, for the admin list and its CSV file.
import type { Database } from '../../../../contract/database.ts'
import { csvFile } from '#lib/files/csv-file.ts'
import { inKeysetOrder } from '#lib/files/keyset.ts'
import { adminPageSize, type AdminSelectOptions, usePage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { containsFilter } from '#lib/lists/search.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import type { AdminUser } from './admin-users.queries.ts'

type Row = Database['public']['Views']['admin_newcomers']['Row']

export function useAdminNewcomers(list: ListState) {
  return usePage({
    key: ['accounts', 'people', 'newcomers'],
    list,
    size: adminPageSize,
    // Poll, because the app cannot subscribe to the table of accounts.
    pollIntervalMs: 30_000,
    ask: async (from, to) => {
      const found = await selectAdminNewcomers(await supabase(), list, { count: 'exact' }).range(
        from,
        to,
      )
      return { ...found, data: (found.data ?? []).map(toNewcomer) }
    },
  })
}

export function adminNewcomersCsv(list: ListState) {
  return csvFile<Row>({
    name: 'new-sign-ups',
    columns: [
      ['Name', (row) => row.full_name],
      ['Email', (row) => row.email],
      ['Phone', (row) => row.phone],
      ['Created', (row) => row.created_at],
      ['Suspended until', (row) => row.banned_until],
      ['Id', (row) => row.id],
    ],
    by: list.sort.by,
    ask: async (after, count) =>
      selectAdminNewcomers(await supabase(), list, { after }).limit(count),
  })
}

function selectAdminNewcomers(
  client: Client,
  { filters, sort }: ListState,
  { count, after }: AdminSelectOptions,
) {
  const { q = '', state = '' } = filters
  const now = new Date().toISOString()
  let newcomers = client.from('admin_newcomers').select('*', count ? { count } : {})
  if (state === 'banned') newcomers = newcomers.gt('banned_until', now)
  if (state === 'waiting')
    newcomers = newcomers.or(`banned_until.is.null,banned_until.lte."${now}"`)
  if (q) newcomers = newcomers.or(searchFilter(q))
  return inKeysetOrder(newcomers, sort, after)
}

/** Also compares the digits alone, because admins may type a phone number with spaces and signs. */
function searchFilter(text: string) {
  const inAllColumns = containsFilter(['full_name', 'email', 'phone'], text)
  const digits = text.replaceAll(/[+\s()./-]/g, '')
  return /^\d+$/.test(digits)
    ? `${inAllColumns},${containsFilter(['phone'], digits)}`
    : inAllColumns
}

/** Replaces null in most columns, because the generated types allow null in every column of a view. */
function toNewcomer(row: Row): AdminUser {
  const contact = row.email ?? (row.phone ? `+${row.phone}` : '')
  return {
    id: row.id ?? '',
    username: '',
    fullName: row.full_name ?? '',
    name: row.full_name ?? (contact || 'N/A'),
    email: contact,
    role: undefined,
    company: '',
    createdAt: row.created_at ?? '',
    lastActiveAt: null,
    bannedUntil: row.banned_until,
  }
}
