import { queryOptions } from '@tanstack/react-query'
import { dataOrNull } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { supabase } from '#lib/supabase.ts'

const personColumns = 'id, role, full_name, username, company_name'

const columns = `
  id, title, description, budget, category, location, status, is_deleted, created_at, awarded_at, finished_at,
  awarded_contractor_id, bid_count, can_edit, can_delete, can_bid, can_finish, can_release,
  photos:job_photos(id, path),
  first_bids:bids(created_at),
  facility:profiles!jobs_facility_id_fkey(${personColumns}),
  awarded:profiles!jobs_awarded_contractor_id_fkey(${personColumns})
` as const

export const jobDetailsKey = (jobId: string) => ['jobs', 'details', jobId]

/** Reads a job for its page. The result is null if the job does not exist or the user may not see it. */
export const jobDetails = (jobId: string) =>
  queryOptions({
    queryKey: jobDetailsKey(jobId),
    queryFn: afterJoin(() => readJobDetails(jobId)),
  })

async function readJobDetails(jobId: string) {
  if (!isUuid(jobId)) return null
  const client = await supabase()
  return dataOrNull(
    await client
      .from('jobs')
      .select(columns)
      .eq('id', jobId)
      .order('position', { referencedTable: 'photos' })
      .order('id', { referencedTable: 'photos' })
      .order('created_at', { referencedTable: 'first_bids' })
      .limit(1, { referencedTable: 'first_bids' })
      .maybeSingle(),
  )
}

export type JobDetails = NonNullable<Awaited<ReturnType<typeof readJobDetails>>>
