import { queryOptions } from '@tanstack/react-query'
import { dataOrNull } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { supabase } from '#lib/supabase.ts'

/** A finished job, of which "Post again" makes a new one. */
export type CopiedJob = NonNullable<Awaited<ReturnType<typeof readCopiedJob>>>

/** Reads one job of the facility. The result is null if the facility has no such job. */
export const copiedJob = (userId: string, jobId: string) =>
  queryOptions({
    queryKey: ['jobs', 'copied', userId, jobId],
    queryFn: () => readCopiedJob(userId, jobId),
    staleTime: Infinity,
  })

async function readCopiedJob(userId: string, jobId: string) {
  if (!isUuid(jobId)) return null
  const client = await supabase()
  return dataOrNull(
    await client
      .from('jobs')
      .select('id, title, description, budget, category, location, photos:job_photos(path)')
      .eq('id', jobId)
      .eq('facility_id', userId)
      .eq('is_deleted', false)
      .order('position', { referencedTable: 'photos' })
      .maybeSingle(),
  )
}
