import { readingsOf } from '#lib/errors/failure.ts'
import { newRequestKey } from '#lib/request-key.ts'
import type { JobValues } from './job-form.ts'
import { insertJob, updateJob } from './save-job.ts'

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
