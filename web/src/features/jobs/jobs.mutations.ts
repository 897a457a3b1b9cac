import { useQueryClient } from '@tanstack/react-query'
import { dataOf, dataOrNull, errorFieldsOf, Failure } from '#lib/errors.ts'
import { newIdempotencyKey } from '#lib/ids.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { supabase } from '#lib/supabase.ts'
import { useAction } from '#ui/use-act.ts'
import type { JobValues } from './job-form.tsx'

interface SentJob {
  key: string
  values: JobValues
}

/** The progress of posting one job. The form keeps this progress between attempts. */
export interface JobPosting {
  /** The last request, which may have reached the server. */
  sent?: SentJob | undefined
  /** Called before each request, so that the request can be repeated with its key after a reload. */
  onSend?: (sent: SentJob) => void
  /** Called when the request is complete and must not be repeated. */
  onDone?: () => void
  /** The id of the job, once the server has confirmed it. */
  jobId?: string
  /**
   * Whether the user closed the dialog after the last attempt. If the values change after that, the user wants to post
   * another job.
   */
  wasClosed?: boolean
}

/**
 * Posts the job once, even after several attempts. If the values changed after the server had stored the job, updates
 * the stored job.
 */
export async function postJobOnce(posting: JobPosting, userId: string, values: JobValues) {
  if (posting.wasClosed && !isSame(posting.sent?.values, values)) posting.sent = undefined
  posting.wasClosed = false
  const jobId = await insertOnce(posting, userId, values)
  if (posting.sent && !isSame(posting.sent.values, values)) {
    await updateJob(jobId, values)
    posting.sent.values = values
  }
  return jobId
}

/**
 * Inserts the job once. The response to an earlier attempt may be lost. Repeating the request with the same key then
 * returns the first result.
 */
async function insertOnce(posting: JobPosting, userId: string, values: JobValues): Promise<string> {
  if (posting.jobId) return posting.jobId
  const sent = posting.sent ?? { key: newIdempotencyKey(), values }
  posting.sent = sent
  posting.onSend?.(sent)
  try {
    posting.jobId = await insertJob(userId, sent.values, sent.key)
    return posting.jobId
  } catch (error) {
    if (!isRefusal(error)) throw error
    posting.sent = undefined
    posting.onDone?.()
    if (isSame(sent.values, values)) throw error
    return insertOnce(posting, userId, values)
  }
}

/**
 * After one of these statuses, an earlier attempt may still have succeeded, because the server may respond before it
 * checks the idempotency key.
 */
const inconclusiveStatuses = new Set([401, 408, 429])

/** Returns true if the error proves that the server did not insert the job. */
function isRefusal(error: unknown) {
  const { status } = errorFieldsOf(error)
  return status >= 400 && status < 500 && !inconclusiveStatuses.has(status)
}

function isSame(one: JobValues | undefined, other: JobValues) {
  return JSON.stringify(one) === JSON.stringify(other)
}

async function insertJob(userId: string, values: JobValues, idempotencyKey: string) {
  const client = await supabase()
  const row = { ...toRow(values), facility_id: userId, status: 'open' }
  const request = client.from('jobs').insert(row).select('id').single()
  const { id } = dataOf(await request.setHeader('Idempotency-Key', idempotencyKey))
  return id
}

export async function updateJob(id: string, values: JobValues) {
  const client = await supabase()
  const { error, status } = await client.from('jobs').update(toRow(values)).eq('id', id)
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
}

function toRow({ title, description, budget, category, location }: JobValues) {
  const row = { title, description, budget, location: location || null }
  return category === undefined ? row : { ...row, category }
}

export function useDeleteJob() {
  const queries = useQueryClient()
  return async (id: string) => {
    await deleteJob(id)
    refreshQueries(queries, ['analytics'])
    await queries.invalidateQueries({ queryKey: ['jobs'] })
  }
}

async function deleteJob(id: string) {
  const client = await supabase()
  const { error, status } = await client.from('jobs').update({ is_deleted: true }).eq('id', id)
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
}

export function useFinishJob() {
  return useAction({
    run: finishJob,
    done: 'Job marked as complete.',
    keys: [['jobs'], ['bids'], ['payments'], ['analytics']],
  })
}

/** Finishes a job. Only the contractor with the award can finish it. A second request changes nothing. */
async function finishJob(id: string) {
  const client = await supabase()
  const request = client.from('jobs').update({ status: 'finished' }).eq('id', id)
  dataOf(await request.select('id').single())
}

export async function releaseAward(job_id: string, reason: string) {
  const client = await supabase()
  dataOrNull(await client.rpc('admin_release_award', { job_id, reason }))
}
