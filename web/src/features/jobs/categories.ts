import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

/** The kinds of work, in their order. */
export const categories = queryOptions({
  queryKey: ['jobs', 'categories'],
  queryFn: readCategories,
  staleTime: Infinity,
})

async function readCategories() {
  const client = await supabase()
  const rows = dataOf(await client.from('job_categories').select('name').order('position'))
  return rows.map(({ name }) => name)
}
