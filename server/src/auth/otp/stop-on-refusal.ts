import { NeverAgain } from '../../queue/permanent-failure.ts'
import { fromDatabaseError } from '../error-response.ts'
import { AuthError } from '../errors.ts'

export interface Job {
  id: string
  payload: unknown
  createdAt: Date
}

/** Gives up jobs that are too old, or that a rule refuses: retrying would not help. Other errors are retried. */
export function stopOnRefusal(maxAgeMs: number, handle: (job: Job) => Promise<void>) {
  return async (job: Job) => {
    if (Date.now() - job.createdAt.getTime() > maxAgeMs) {
      throw new NeverAgain('It came too late.')
    }
    await handle(job).catch((error: unknown) => {
      const refusal = fromDatabaseError(error)
      if (!(refusal instanceof AuthError) || refusal.status >= 500) throw error
      throw new NeverAgain(refusal.message, { cause: error })
    })
  }
}
