import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

/** How many jobs there are of each kind, as of now. */
export const jobCategories = queryOptions({
  queryKey: ['analytics', 'platform', 'categories'],
  queryFn: async () => {
    const client = await supabase()
    return dataOf(await client.rpc('get_job_categories'))
  },
})
