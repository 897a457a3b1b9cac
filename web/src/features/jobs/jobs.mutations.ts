import { Failure, dataOf, dataOrNothing, readingsOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'
import type { JobValues } from './job-form.tsx'
import { newRequestKey } from '#lib/request-key.ts'

/** @param key  The same for each try of one posting: an answer that was lost does not make two jobs. */
async function insertJob(userId: string, values: JobValues, key: string) {
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

export async function deleteJob(id: string) {
  const client = await supabase()
  const { error, status } = await client.from('jobs').update({ is_deleted: true }).eq('id', id)
  if (error) throw new Failure({ ...readingsOf(error), status })
}

/** By the contractor it is awarded to. The same again changes nothing. */
export async function finishJob(id: string) {
  const client = await supabase()
  const call = client.from('jobs').update({ status: 'finished' }).eq('id', id)
  dataOf(await call.select('id').single())
}

export async function releaseAward(job_id: string, reason: string) {
  const client = await supabase()
  dataOrNothing(await client.rpc('admin_release_award', { job_id, reason }))
}

/** One posting, over all its tries. */
export interface Posting {
  /** What the job says, if it arrived. */
  sent?: { key: string; values: JobValues } | undefined
  /** Once it is known to be there. */
  jobId?: string
  /** The dialog was closed since: other values are another job. */
  isLeft?: boolean
}

/** However often it is tried, it is one job; what was changed meanwhile is changed there. */
export async function postOnce(posting: Posting, userId: string, values: JobValues) {
  if (posting.isLeft && !isSame(posting.sent?.values, values)) posting.sent = undefined
  posting.isLeft = false
  const jobId = await insertOnce(posting, userId, values)
  if (posting.sent && !isSame(posting.sent.values, values)) {
    await updateJob(jobId, values)
    posting.sent.values = values
  }
  return jobId
}

/** Whether an earlier try arrived may be unknown: the very same again tells, and makes no second job. */
async function insertOnce(posting: Posting, userId: string, values: JobValues): Promise<string> {
  if (posting.jobId) return posting.jobId
  const sent = posting.sent ?? { key: newRequestKey(), values }
  posting.sent = sent
  try {
    posting.jobId = await insertJob(userId, sent.values, sent.key)
    return posting.jobId
  } catch (error) {
    if (!isRefusal(error)) throw error
    posting.sent = undefined
    if (isSame(sent.values, values)) throw error
    return insertOnce(posting, userId, values)
  }
}

/** Said before the server looks for what it answered the first time. */
const tellNothing = new Set([401, 408, 429])

/** Then nothing of it is there. */
function isRefusal(error: unknown) {
  const { status } = readingsOf(error)
  return status >= 400 && status < 500 && !tellNothing.has(status)
}

function isSame(one: JobValues | undefined, other: JobValues) {
  return JSON.stringify(one) === JSON.stringify(other)
}
