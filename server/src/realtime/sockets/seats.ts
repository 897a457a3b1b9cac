// How many sockets somebody has open at once.
import { tooManySockets } from '../refused.ts'

export class Seats {
  readonly #taken = new Map<string, number>()

  refuseFull(who: string, most = Infinity) {
    if (this.#of(who) >= most) throw tooManySockets()
  }

  take(who: string) {
    this.#taken.set(who, this.#of(who) + 1)
  }

  leave(who: string) {
    const left = this.#of(who) - 1
    if (left > 0) this.#taken.set(who, left)
    else this.#taken.delete(who)
  }

  #of(who: string) {
    return this.#taken.get(who) ?? 0
  }
}
