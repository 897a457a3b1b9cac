import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { readDashboard } from '#lib/my-dashboard.ts'
import { supabase } from '#lib/supabase.ts'

/**
 * The names of the job categories, in display order. The query key does not start with "jobs", because every change of
 * a job invalidates the queries with that key.
 */
export const categories = queryOptions({
  queryKey: ['job-categories', 'table'],
  queryFn: readCategories,
  staleTime: Infinity,
})

/** Reads the same names from the response of the contractor's dashboard. For other roles the list is empty. */
export const dashboardCategories = queryOptions({
  queryKey: ['job-categories', 'dashboard'],
  queryFn: afterJoin(async () => (await readDashboard()).job_categories ?? []),
  staleTime: Infinity,
})

async function readCategories() {
  const client = await supabase()
  const rows = dataOf(await client.from('job_categories').select('name').order('position'))
  return rows.map(({ name }) => name)
}
