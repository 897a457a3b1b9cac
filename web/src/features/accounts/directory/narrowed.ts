import type { Client } from '#lib/supabase.ts'
import type { Role } from '../roles.ts'

interface Wanted {
  filters: Record<string, string>
  /** A list of one role, whose name finds nobody in it. */
  only?: Role | undefined
  count?: 'exact'
}

/** Everybody whom the filters leave, or those of them with one role. */
export function narrowed<Columns extends string>(
  client: Client,
  columns: Columns,
  { filters: { search, role, state }, only, count }: Wanted,
) {
  const counted = count ? { count } : {}
  const query = search ?? ''
  let left = query
    ? client
        .rpc('admin_search_users', { query, by_role: only === undefined }, counted)
        .select(columns)
    : client.from('admin_user_list').select(columns, counted)
  const wantedRole = only ?? role
  if (wantedRole) left = left.eq('role', wantedRole)
  if (state === 'banned') left = left.gt('banned_until', new Date().toISOString())
  return left
}
