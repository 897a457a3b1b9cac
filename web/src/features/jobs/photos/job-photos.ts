import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../lib/errors/failure.ts'
import { supabase } from '../../../lib/supabase.ts'

/** In milliseconds. Photos come a moment after their job, and nothing tells of them. */
const lookAgain = 20_000

/** Where the photos of these jobs lie, by job. */
export const jobPhotos = (jobIds: readonly string[]) =>
  queryOptions({
    queryKey: ['jobs', 'photos', jobIds],
    queryFn: () => readPhotos(jobIds),
    enabled: jobIds.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: lookAgain,
  })

async function readPhotos(jobIds: readonly string[]) {
  const client = await supabase()
  const call = client
    .from('job_photos')
    .select('job_id, path')
    .in('job_id', [...jobIds])
  const rows = dataOf(await call.order('created_at').order('id'))
  return Map.groupBy(rows, ({ job_id: jobId }) => jobId)
}
