// Limits the time that the server works for each user. A user who used much lately is heavy: few requests of heavy users
// run at the same time. A user who has used up the budget is refused until enough of it has come back. Each server counts
// separately.
import type { ConnectionUser } from '../postgres/pool/connection-user.ts'
import type { RateLimit } from '../postgres/settings.ts'
import { TooManyRequests } from './rate-limits.ts'

/** A user who has used this share of the budget is heavy. */
const heavyPart = 0.15
const firstSweepSize = 1000

/** Returns the budget: `count` milliseconds come back to the user in `seconds`. */
type TimeLimit = () => RateLimit | undefined

export class TimeBudget {
  readonly #limit: TimeLimit
  readonly #users = new Map<string, BudgetedUser>()
  #sweepSize = firstSweepSize

  constructor(limit: TimeLimit) {
    this.#limit = limit
  }

  /** Returns the user of this key. Throws TooManyRequests if the user's budget is used up. */
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

  /** Forgets users without used time, because a new entry would equal theirs. */
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

  /** Adds the time of running requests since the last count, and subtracts the time that has come back since then. */
  #count() {
    const now = performance.now()
    const elapsedMs = now - this.#countedAt
    const limit = this.#limit()
    const backMs = limit ? elapsedMs * (limit.count / (limit.seconds * 1000)) : elapsedMs
    this.#usedMs = Math.max(0, this.#usedMs + elapsedMs * this.#running - backMs)
    this.#countedAt = now
  }
}
