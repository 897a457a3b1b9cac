import { Failure, readingsOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

export async function deleteJob(id: string) {
  const client = await supabase()
  const { error, status } = await client.from('jobs').update({ is_deleted: true }).eq('id', id)
  if (error) throw new Failure({ ...readingsOf(error), status })
}
