import type { OutboxItem } from '../../queue/outbox.ts'
import { PermanentFailure } from '../../queue/errors.ts'
import { fromDatabaseError } from '../error-response.ts'
import { AuthError } from '../errors.ts'

export type AuthOutboxItem = Omit<OutboxItem, 'kind'>

/**
 * Does not retry a job that is too old or that a rule refuses, because the result would be the same. The worker retries
 * the job after any other error.
 */
export function stopOnRefusal(maxAgeMs: number, handle: (item: AuthOutboxItem) => Promise<void>) {
  return async (item: AuthOutboxItem) => {
    if (Date.now() - item.createdAt.getTime() > maxAgeMs) {
      throw new PermanentFailure('It was too old to send.')
    }
    await handle(item).catch((error: unknown) => {
      const refusal = fromDatabaseError(error)
      if (!(refusal instanceof AuthError) || refusal.status >= 500) throw error
      throw new PermanentFailure(refusal.message, { cause: error })
    })
  }
}
