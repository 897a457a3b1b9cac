// Who asks too often is turned away: an address before anything is read, a person once known.
import type { RequestLimits } from '../database/limits.ts'
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

/** Of version 6 one customer has a whole network of 64 bits. */
function networkOf(ip: string) {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
