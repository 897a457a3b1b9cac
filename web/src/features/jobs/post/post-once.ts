import { newRequestKey } from '../../../lib/request-key.ts'
import type { JobValues } from './job-form.ts'
import { insertJob, updateJob } from './save-job.ts'

/** One posting, over all its tries. */
export interface Posting {
  key?: string
  /** What was sent under the key. */
  sent?: string
  /** Once it is there. */
  jobId?: string
}

/** However often it is tried, it is one job; what was changed meanwhile is changed there. */
export async function postOnce(posting: Posting, userId: string, values: JobValues) {
  const sent = JSON.stringify(values)
  if (posting.jobId) {
    if (posting.sent !== sent) await updateJob(posting.jobId, values)
    posting.sent = sent
    return posting.jobId
  }
  if (posting.sent !== sent) posting.key = newRequestKey()
  posting.sent = sent
  posting.jobId = await insertJob(userId, values, posting.key ?? '')
  return posting.jobId
}
