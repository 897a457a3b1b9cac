// Limits the rate of requests, on each server separately.
import type { RateLimit, RequestLimits } from '../postgres/settings.ts'
import { networkOf } from './request-address.ts'

/** Call `checkAddress` before a request is read, and `checkUser` after the user is identified. */
export class RateLimiter {
  readonly #limits: () => RequestLimits
  readonly #users = new RequestCounter()
  readonly #addresses = new RequestCounter()

  constructor(limits: () => RequestLimits) {
    this.#limits = limits
  }

  checkUser(sub: string) {
    this.#users.count(sub, this.#limits().user)
  }

  checkAddress(ip: string) {
    this.#addresses.count(networkOf(ip), this.#limits().address)
  }
}

export class TooManyRequests extends Error {
  override name = 'TooManyRequests'
  readonly statusCode = 429
  /** The value of the Retry-After header, in seconds. */
  readonly retryAfter: number

  constructor(retryAfter: number, message = 'You are sending too many requests.') {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** Counts requests by key. All counts start again at 0 in each time window. */
export class RequestCounter {
  #window = 0
  #counts = new Map<string, number>()

  /** Throws TooManyRequests above the limit. */
  count(key: string, limit: RateLimit | undefined, amount = 1) {
    if (!limit) return
    const now = Date.now() / 1000
    const window = Math.floor(now / limit.seconds)
    if (window !== this.#window) {
      this.#window = window
      this.#counts.clear()
    }
    const count = (this.#counts.get(key) ?? 0) + amount
    this.#counts.set(key, count)
    if (count <= limit.count) return
    throw new TooManyRequests(Math.max(1, Math.ceil((window + 1) * limit.seconds - now)))
  }
}
