// Who asks too often is turned away: an address before anything is read, a person once known.
import type { RequestLimits } from '../postgres/limits.ts'
import { networkOf } from './network.ts'
import { RequestLimit } from './request-limits.ts'

export class Admission {
  readonly #limits: () => RequestLimits
  readonly #persons = new RequestLimit()
  readonly #addresses = new RequestLimit()

  constructor(limits: () => RequestLimits) {
    this.#limits = limits
  }

  person(sub: string) {
    this.#persons.admit(sub, this.#limits().person)
  }

  address(ip: string) {
    this.#addresses.admit(networkOf(ip), this.#limits().address)
  }
}
