import type { Database } from '../../../../contract/database.ts'
import { type Cell, csvFile } from '#lib/csv/csv-file.ts'
import { inKeysetOrder } from '#lib/csv/keyset.ts'
import { fetchAdminListCount, fetchRowsByKeys, usePage, withCount } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { parseRole, type Role } from '#lib/session/roles.ts'
import { type Client, supabase } from '#lib/supabase.ts'

// Everybody who has an account, as admins see them.

export const peopleSize = 25

const columns =
  'id, username, full_name, email, role, company_name, created_at, last_active_at, banned_until' as const

type Row = Omit<Database['public']['Views']['admin_user_list']['Row'], 'words'>

/** A page of everybody, or of those with one role. */
export function usePeople(list: ListState, role?: Role) {
  return usePage({
    key: ['accounts', 'people', role ?? 'all'],
    list,
    size: peopleSize,
    ask: async (from, to) => readPage(await supabase(), list, role, [from, to]),
  })
}

async function readPage(
  client: Client,
  list: ListState,
  role: Role | undefined,
  range: [number, number],
) {
  const { filters, sort } = list
  const isKnown = !filters['search'] && !filters['state']
  const ask = (counted: { count?: 'exact' }) =>
    inKeysetOrder(narrowed(client, 'id', { filters, only: role, ...counted }), sort).range(...range)
  const found = isKnown
    ? await withCount(ask({}), fetchAdminListCount(client, 'users', role ?? filters['role']))
    : await ask({ count: 'exact' })
  const keys = { ...found, data: (found.data ?? []).map(({ id }) => ({ id: id ?? '' })) }
  return fetchRowsByKeys(keys, async (ids) => {
    const rows = await client.from('admin_user_list').select(columns).in('id', ids)
    return { ...rows, data: (rows.data ?? []).map(personOf) }
  })
}

export type FileColumn = readonly [head: string, cell: (row: Row) => Cell]

/** The same as a file. */
export function peopleFile(
  name: string,
  heads: readonly FileColumn[],
  list: ListState,
  role?: Role,
) {
  return csvFile<Row>({
    name,
    columns: heads,
    by: list.sort.by,
    ask: async (after, count) => {
      const asked = narrowed(await supabase(), columns, { filters: list.filters, only: role })
      return inKeysetOrder(asked, list.sort, after).limit(count)
    },
  })
}

/** No column of a view is promised to be there; these are. */
function personOf(row: Row) {
  return {
    id: row.id ?? '',
    username: row.username ?? '',
    fullName: row.full_name ?? '',
    name: row.full_name ?? row.username ?? 'N/A',
    email: row.email ?? '',
    role: parseRole(row.role ?? ''),
    company: row.company_name ?? '',
    createdAt: row.created_at ?? '',
    lastActiveAt: row.last_active_at,
    bannedUntil: row.banned_until,
  }
}

export type Person = ReturnType<typeof personOf>

interface UserFilter {
  filters: Record<string, string>
  /** A list of one role, whose name finds nobody in it. */
  only?: Role | undefined
  count?: 'exact'
}

/** Everybody whom the filters leave, or those of them with one role. */
function narrowed<Columns extends string>(
  client: Client,
  selected: Columns,
  { filters: { search, role, state }, only, count }: UserFilter,
) {
  const counted = count ? { count } : {}
  const query = search ?? ''
  let left = query
    ? client
        .rpc('admin_search_users', { query, by_role: only === undefined }, counted)
        .select(selected)
    : client.from('admin_user_list').select(selected, counted)
  const wantedRole = only ?? role
  if (wantedRole) left = left.eq('role', wantedRole)
  if (state === 'banned') left = left.gt('banned_until', new Date().toISOString())
  return left
}
