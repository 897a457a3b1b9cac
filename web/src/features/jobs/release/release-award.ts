import { dataOrNothing } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

export async function releaseAward(job_id: string, reason: string) {
  const client = await supabase()
  dataOrNothing(await client.rpc('admin_release_award', { job_id, reason }))
}
