import { dataOf, Failure, readingsOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'
import type { JobValues } from './job-form.ts'

/** @param key  The same for each try of one posting: an answer that was lost does not make two jobs. */
export async function insertJob(userId: string, values: JobValues, key: string) {
  const client = await supabase()
  const row = { ...rowOf(values), facility_id: userId, status: 'open' }
  const { id } = dataOf(
    await client.from('jobs').insert(row).select('id').single().setHeader('Idempotency-Key', key),
  )
  return id
}

export async function updateJob(id: string, values: JobValues) {
  const client = await supabase()
  const { error, status } = await client.from('jobs').update(rowOf(values)).eq('id', id)
  if (error) throw new Failure({ ...readingsOf(error), status })
}

function rowOf({ title, description, budget, category, location }: JobValues) {
  const row = { title, description, budget, location: location || null }
  return category === undefined ? row : { ...row, category }
}
