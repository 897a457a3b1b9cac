// Limits the server time of each user, on each server separately. Only a few requests of heavy users run at the same
// time. A user without any budget left is refused.
import type { ConnectionUser } from '../postgres/pool/connection-user.ts'
import type { RateLimit } from '../postgres/settings.ts'
import { TooManyRequests } from './rate-limits.ts'

/** A user who has used this share of the budget is heavy. */
const heavyPart = 0.15
const firstSweepSize = 1000

/** Returns the budget: each user gets `count` milliseconds of server time every `seconds` seconds. */
type TimeLimit = () => RateLimit | undefined

export class TimeBudget {
  readonly #limit: TimeLimit
  readonly #users = new Map<string, BudgetedUser>()
  #sweepSize = firstSweepSize

  constructor(limit: TimeLimit) {
    this.#limit = limit
  }

  /** Throws TooManyRequests if the user's budget is used up. */
  userFor(key: string): BudgetedUser {
    const known = this.#users.get(key)
    if (known) {
      known.check()
      return known
    }
    this.#sweep()
    const user = new BudgetedUser(this.#limit)
    this.#users.set(key, user)
    return user
  }

  /** Removes users whose used time is 0, because a new entry would be the same. */
  #sweep() {
    if (this.#users.size < this.#sweepSize) return
    for (const [key, user] of this.#users) if (user.isUnused) this.#users.delete(key)
    this.#sweepSize = Math.max(firstSweepSize, this.#users.size * 2)
  }
}

export class BudgetedUser implements ConnectionUser {
  readonly #limit: TimeLimit
  #usedMs = 0
  #running = 0
  #countedAt = performance.now()

  constructor(limit: TimeLimit) {
    this.#limit = limit
  }

  get usedMs() {
    this.#count()
    return this.#usedMs
  }

  get isHeavy() {
    const limit = this.#limit()
    return limit !== undefined && this.usedMs > limit.count * heavyPart
  }

  get isUnused() {
    return this.#running === 0 && this.usedMs === 0
  }

  startUse() {
    this.#count()
    this.#running += 1
    return () => {
      this.#count()
      this.#running -= 1
    }
  }

  check() {
    const limit = this.#limit()
    if (!limit || this.usedMs <= limit.count) return
    const waitSeconds = ((this.#usedMs - limit.count) / limit.count) * limit.seconds
    throw new TooManyRequests(
      Math.max(1, Math.ceil(waitSeconds)),
      'Your requests took too much time of the server.',
    )
  }

  /** Adds the running time of requests since the last call, and subtracts the budget that has come back since then. */
  #count() {
    const now = performance.now()
    const elapsedMs = now - this.#countedAt
    const limit = this.#limit()
    const backMs = limit ? elapsedMs * (limit.count / (limit.seconds * 1000)) : elapsedMs
    this.#usedMs = Math.max(0, this.#usedMs + elapsedMs * this.#running - backMs)
    this.#countedAt = now
  }
}
