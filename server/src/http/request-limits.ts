// How often somebody may ask, counted by this server.
import type { Limit } from '../postgres/limits.ts'

export class TooManyRequests extends Error {
  override name = 'TooManyRequests'
  readonly statusCode = 429
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super('You are asking too often.')
    this.retryAfter = retryAfter
  }
}

/** Counts what each one does in the present window of time; then all begin anew. */
export class RequestLimit {
  #window = 0
  #counts = new Map<string, number>()

  admit(who: string, limit: Limit | undefined, amount = 1) {
    if (!limit) return
    const now = Date.now() / 1000
    const window = Math.floor(now / limit.seconds)
    if (window !== this.#window) {
      this.#window = window
      this.#counts.clear()
    }
    const count = (this.#counts.get(who) ?? 0) + amount
    this.#counts.set(who, count)
    if (count <= limit.count) return
    throw new TooManyRequests(Math.max(1, Math.ceil((window + 1) * limit.seconds - now)))
  }
}
