import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'
import { untilNextLook } from './pace.ts'

/** Where the photos of these jobs lie, by job. Those of a new one come a moment after it, and nothing tells of them. */
export const jobPhotos = (jobIds: readonly string[], newestAt: string | undefined) =>
  queryOptions({
    queryKey: ['jobs', 'photos', jobIds],
    queryFn: () => readPhotos(jobIds),
    enabled: jobIds.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: () => untilNextLook(newestAt ? Date.parse(newestAt) : 0, Date.now()),
  })

/** In seconds. At a pace and after no news: what a replica has is good enough, and the next look finds the rest. */
const mayBeOld = 'max-stale=2'

async function readPhotos(jobIds: readonly string[]) {
  const client = await supabase()
  const call = client
    .from('job_photos')
    .select('job_id, path')
    .in('job_id', [...jobIds])
    .setHeader('Cache-Control', mayBeOld)
  const rows = dataOf(await call.order('created_at').order('id'))
  return Map.groupBy(rows, ({ job_id: jobId }) => jobId)
}
