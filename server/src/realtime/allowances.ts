// How much one person may do, over all their sockets on this server.
import type { RequestLimits } from '../postgres/limits.ts'
import { RequestLimit, TooManyRequests } from '../http/request-limits.ts'
import { type Refused, tooManyJoins, tooManyMessages } from './refused.ts'

export class Allowances {
  readonly #limits: () => RequestLimits
  readonly #joins = new RequestLimit()
  readonly #messages = new RequestLimit()
  readonly #bytes = new RequestLimit()

  constructor(limits: () => RequestLimits) {
    this.#limits = limits
  }

  join(who: string) {
    refuseWith(tooManyJoins(), () => this.#joins.admit(who, this.#limits().live.joins))
  }

  message(who: string, bytes: number, count = 1) {
    const { messages, bytes: mostBytes } = this.#limits().live
    refuseWith(tooManyMessages(), () => {
      this.#messages.admit(who, messages, count)
      this.#bytes.admit(who, mostBytes, bytes)
    })
  }
}

function refuseWith(refused: Refused, work: () => void) {
  try {
    work()
  } catch (error) {
    throw error instanceof TooManyRequests ? refused : error
  }
}
