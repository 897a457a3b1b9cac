// Defines quotas for each user or network address, over all connections to this server.
import { RequestCounter, TooManyRequests } from '../http/rate-limits.ts'
import type { RequestLimits } from '../postgres/settings.ts'
import { type RealtimeError, tooManyJoins, tooManyMessages, tooManySockets } from './errors.ts'

/** Limits joins, messages and bytes in a window of time. */
export class MessageQuota {
  readonly #limits: () => RequestLimits
  readonly #joins = new RequestCounter()
  readonly #messages = new RequestCounter()
  readonly #bytes = new RequestCounter()

  constructor(limits: () => RequestLimits) {
    this.#limits = limits
  }

  countJoin(key: string) {
    throwIfLimited(tooManyJoins(), () => this.#joins.count(key, this.#limits().live.joins))
  }

  countMessage(key: string, size: number, count = 1) {
    const { messages, bytes } = this.#limits().live
    throwIfLimited(tooManyMessages(), () => {
      this.#messages.count(key, messages, count)
      this.#bytes.count(key, bytes, size)
    })
  }
}

function throwIfLimited(refusal: RealtimeError, count: () => void) {
  try {
    count()
  } catch (error) {
    throw error instanceof TooManyRequests ? refusal : error
  }
}

/** Limits the connections that are open at the same time. */
export class ConnectionQuota {
  readonly #counts = new Map<string, number>()

  refuseIfFull(key: string, max = Infinity) {
    if (this.#countOf(key) >= max) throw tooManySockets()
  }

  add(key: string) {
    this.#counts.set(key, this.#countOf(key) + 1)
  }

  remove(key: string) {
    const count = this.#countOf(key) - 1
    if (count > 0) this.#counts.set(key, count)
    else this.#counts.delete(key)
  }

  #countOf(key: string) {
    return this.#counts.get(key) ?? 0
  }
}
