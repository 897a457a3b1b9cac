import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../lib/errors/failure.ts'
import { supabase } from '../../../lib/supabase.ts'

/** In milliseconds. */
const minute = 60_000

/** Where the photos of these jobs lie, by job. Those of a new one come a moment after it, and nothing tells of them. */
export const jobPhotos = (jobIds: readonly string[], newestAt: string | undefined) =>
  queryOptions({
    queryKey: ['jobs', 'photos', jobIds],
    queryFn: () => readPhotos(jobIds),
    enabled: jobIds.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: () => (isNew(newestAt) ? 2000 : minute),
  })

function isNew(at: string | undefined) {
  return at !== undefined && Date.now() - Date.parse(at) < minute
}

async function readPhotos(jobIds: readonly string[]) {
  const client = await supabase()
  const call = client
    .from('job_photos')
    .select('job_id, path')
    .in('job_id', [...jobIds])
  const rows = dataOf(await call.order('created_at').order('id'))
  return Map.groupBy(rows, ({ job_id: jobId }) => jobId)
}
