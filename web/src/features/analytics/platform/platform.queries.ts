import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { readAdminFigures } from '#lib/my-dashboard.ts'
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
  const { open_jobs: openJobs, pending_bids: pendingBids, today } = await readAdminFigures()
  return { openJobs, pendingBids, today }
}

/** Reads the number of users by role, without roles that have no users. */
export const usersByRole = queryOptions({
  queryKey: ['analytics', 'platform', 'roles'],
  queryFn: afterJoin(readUsersByRole),
})

async function readUsersByRole() {
  return new Map(Object.entries((await readAdminFigures()).users_by_role))
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
