import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'

const fiveMinutes = 300_000

/** What is open right now, and which day it is where days are counted: that one turns without any news. */
export const liveFigures = queryOptions({
  queryKey: ['analytics', 'platform', 'live'],
  queryFn: readLiveFigures,
  refetchInterval: fiveMinutes,
})

async function readLiveFigures() {
  const client = await supabase()
  const row = dataOf(await client.from('admin_live_metrics').select('*').single())
  return {
    openJobs: row.open_jobs ?? 0,
    pendingBids: row.pending_bids ?? 0,
    today: row.today ?? '',
  }
}

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

/** How many jobs there are of each kind, as of now. */
export const jobCategories = queryOptions({
  queryKey: ['analytics', 'platform', 'categories'],
  queryFn: async () => {
    const client = await supabase()
    return dataOf(await client.rpc('get_job_categories'))
  },
})
