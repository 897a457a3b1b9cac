import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

/** The figures of the facility who asks. */
export const facilitySummary = (userId: string) =>
  queryOptions({
    queryKey: ['analytics', 'facility-summary', userId],
    queryFn: readFacilitySummary,
  })

async function readFacilitySummary() {
  const client = await supabase()
  return dataOf(await client.from('dashboard_facility_summary').select('*').single())
}
