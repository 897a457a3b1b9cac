import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { supabase } from '#lib/supabase.ts'
import type { Days } from './day-range.ts'

const pollIntervalMs = 300_000

/** Reads the current figures and the server's date. Polls, because no event announces a new day. */
export const liveFigures = queryOptions({
  queryKey: ['analytics', 'platform', 'live'],
  queryFn: afterJoin(readLiveFigures),
  refetchInterval: pollIntervalMs,
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

/** Reads the number of users by role, without roles that have no users. */
export const usersByRole = queryOptions({
  queryKey: ['analytics', 'platform', 'roles'],
  queryFn: afterJoin(readUsersByRole),
})

async function readUsersByRole() {
  const client = await supabase()
  const rows = dataOf(await client.from('dashboard_total_users_by_role').select('role, total'))
  return new Map(rows.map(({ role, total }) => [role, total ?? 0]))
}

/** Reads how many jobs of each category were posted on these days. */
export const jobCategories = ({ from, to }: Days) =>
  queryOptions({
    queryKey: ['analytics', 'platform', 'categories', from, to],
    queryFn: async () => {
      const client = await supabase()
      const range = { start_date: from, end_date: to }
      return dataOf(await client.rpc('get_job_category_analytics', range))
    },
    // Keep the old chart on screen until the figures of the new days are loaded.
    placeholderData: keepPreviousData,
  })
