import { NeverAgain } from '../queue/permanent-failure.ts'
import { asAuthError } from './database-errors.ts'
import { AuthError } from './errors.ts'

export interface Item {
  id: string
  payload: unknown
  createdAt: Date
}

/** What a rule says no to it says no to each time, and what waited too long is of no use. */
export function untilRefused(longestWait: number, work: (item: Item) => Promise<void>) {
  return async (item: Item) => {
    if (Date.now() - item.createdAt.getTime() > longestWait) {
      throw new NeverAgain('It came too late.')
    }
    await work(item).catch((error: unknown) => {
      const refusal = asAuthError(error)
      if (!(refusal instanceof AuthError) || refusal.status >= 500) throw error
      throw new NeverAgain(refusal.message, { cause: error })
    })
  }
}
