import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

/** How many people there are of each role; a role without any is not named. */
export const usersByRole = queryOptions({
  queryKey: ['analytics', 'platform', 'roles'],
  queryFn: readUsersByRole,
})

async function readUsersByRole() {
  const client = await supabase()
  const rows = dataOf(await client.from('dashboard_total_users_by_role').select('role, total'))
  return new Map(rows.map(({ role, total }) => [role, total ?? 0]))
}
