// Who came by themselves and has no role yet, as admins see them.
import type { Database } from '../../../../contract/database.ts'
import { csvFile } from '#lib/csv/csv-file.ts'
import { inKeysetOrder, type RowKey } from '#lib/csv/keyset.ts'
import { usePage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { containsFilter } from '#lib/lists/search.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import type { Person } from './users.queries.ts'

export const newcomersSize = 25

type Row = Database['public']['Views']['admin_newcomers']['Row']

export function useNewcomers(list: ListState) {
  return usePage({
    key: ['accounts', 'people', 'newcomers'],
    list,
    size: newcomersSize,
    // Nothing tells of an account that was made.
    pollIntervalMs: 30_000,
    ask: async (from, to) => {
      const found = await newcomers(await supabase(), list, { count: 'exact' }).range(from, to)
      return { ...found, data: (found.data ?? []).map(newcomerOf) }
    },
  })
}

export function newcomersFile(list: ListState) {
  return csvFile<Row>({
    name: 'newcomers',
    columns: [
      ['Name', (row) => row.full_name],
      ['Email', (row) => row.email],
      ['Phone', (row) => row.phone],
      ['Created', (row) => row.created_at],
      ['Banned until', (row) => row.banned_until],
      ['Id', (row) => row.id],
    ],
    by: list.sort.by,
    ask: async (after, count) => newcomers(await supabase(), list, { after }).limit(count),
  })
}

interface Wanted {
  count?: 'exact'
  after?: RowKey | undefined
}

function newcomers(client: Client, { filters, sort }: ListState, { count, after }: Wanted) {
  const { q = '', state = '' } = filters
  const now = new Date().toISOString()
  let wanted = client.from('admin_newcomers').select('*', count ? { count } : {})
  if (state === 'banned') wanted = wanted.gt('banned_until', now)
  if (state === 'waiting') wanted = wanted.or(`banned_until.is.null,banned_until.lte."${now}"`)
  if (q) wanted = wanted.or(foundBy(q))
  return inKeysetOrder(wanted, sort, after)
}

/** A number is kept as its digits, and typed as people write one. */
function foundBy(text: string) {
  const anywhere = containsFilter(['full_name', 'email', 'phone'], text)
  const digits = text.replaceAll(/[+\s()./-]/g, '')
  return /^\d+$/.test(digits) ? `${anywhere},${containsFilter(['phone'], digits)}` : anywhere
}

/** A person of whom little is known; no column of a view is promised to be there, these are. */
function newcomerOf(row: Row): Person {
  const address = row.email ?? (row.phone ? `+${row.phone}` : '')
  return {
    id: row.id ?? '',
    username: '',
    fullName: row.full_name ?? '',
    name: row.full_name ?? (address || 'N/A'),
    email: address,
    role: undefined,
    company: '',
    createdAt: row.created_at ?? '',
    lastActiveAt: null,
    bannedUntil: row.banned_until,
  }
}
