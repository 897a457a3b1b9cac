import type { Database } from '../../../../contract/database.ts'
import { type Cell, csvFile } from '#lib/files/csv-file.ts'
import { inKeysetOrder } from '#lib/files/keyset.ts'
import {
  adminPageSize,
  fetchAdminListCount,
  fetchRowsByIds,
  usePage,
  withCount,
} from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { parseRole, type Role } from '#lib/session/roles.ts'
import { type Client, supabase } from '#lib/supabase.ts'

// Reads all users, for the admin lists and their CSV files.

const userColumns =
  'id, username, full_name, email, role, company_name, created_at, last_active_at, banned_until' as const

type Row = Database['public']['Views']['admin_user_list']['Row']

export function useAdminUsers(list: ListState, role?: Role) {
  return usePage({
    key: ['accounts', 'people', role ?? 'all'],
    list,
    size: adminPageSize,
    ask: async (from, to) => fetchUsers(await supabase(), list, role, [from, to]),
  })
}

async function fetchUsers(
  client: Client,
  list: ListState,
  role: Role | undefined,
  range: [number, number],
) {
  const { filters, sort } = list
  const isCountKnown = !filters['search'] && !filters['state']
  const selectIds = (options: { count?: 'exact' }) =>
    inKeysetOrder(selectAdminUsers(client, 'id', { filters, role, ...options }), sort).range(
      ...range,
    )
  const found = isCountKnown
    ? await withCount(selectIds({}), fetchAdminListCount(client, 'users', role ?? filters['role']))
    : await selectIds({ count: 'exact' })
  const page = { ...found, data: (found.data ?? []).map(({ id }) => ({ id: id ?? '' })) }
  return fetchRowsByIds(page, async (ids) => {
    const rows = await client.from('admin_user_list').select(userColumns).in('id', ids)
    return { ...rows, data: (rows.data ?? []).map(toAdminUser) }
  })
}

export type CsvColumn = readonly [head: string, cell: (row: Row) => Cell]

export function adminUsersCsv(
  name: string,
  columns: readonly CsvColumn[],
  list: ListState,
  role?: Role,
) {
  return csvFile<Row>({
    name,
    columns,
    by: list.sort.by,
    ask: async (after, count) => {
      const users = selectAdminUsers(await supabase(), userColumns, { filters: list.filters, role })
      return inKeysetOrder(users, list.sort, after).limit(count)
    },
  })
}

/** Replaces null in most columns, because the generated types allow null in every column of a view. */
function toAdminUser(row: Row) {
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

export type AdminUser = ReturnType<typeof toAdminUser>

interface AdminUsersOptions {
  filters: Record<string, string>
  /** If a role is given, a search ignores the names of roles. */
  role?: Role | undefined
  count?: 'exact'
}

function selectAdminUsers<Columns extends string>(
  client: Client,
  columns: Columns,
  { filters: { search, role: roleFilter, state }, role, count }: AdminUsersOptions,
) {
  const countOption = count ? { count } : {}
  const query = search ?? ''
  let users = query
    ? client
        .rpc('admin_search_users', { query, by_role: role === undefined }, countOption)
        .select(columns)
    : client.from('admin_user_list').select(columns, countOption)
  const onlyRole = role ?? roleFilter
  if (onlyRole) users = users.eq('role', onlyRole)
  if (state === 'banned') users = users.gt('banned_until', new Date().toISOString())
  return users
}
