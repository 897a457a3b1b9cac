// The servers of a database keep each other informed of who is where (0014).
import type { Relay } from '../../postgres/relay.ts'
import type { Periods } from '../periods.ts'
import type { Announcer } from './announcer.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { Presences } from './presences.ts'
import { presenceWord } from './words.ts'

interface Parts {
  relay: Relay
  periods: Pick<Periods, 'alive' | 'silentServer'>
  presences: Presences
  announcer: Announcer
  elsewhere: Elsewhere
}

export class Exchange {
  readonly #parts: Parts
  readonly #timer: NodeJS.Timeout
  #lookedAt = Date.now()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#timer = setInterval(() => this.#look(), parts.periods.alive).unref()
  }

  close() {
    clearInterval(this.#timer)
  }

  /** What was told while we were not there, or could not hear. */
  catchUp() {
    this.#parts.elsewhere.waitAnew()
    this.#parts.announcer.ask()
  }

  /** False where it is no word of this kind. */
  hear(given: unknown, from: string): boolean {
    const read = presenceWord.safeParse(given)
    if (!read.success) return false
    const { relay, presences, announcer, elsewhere } = this.#parts
    const word = read.data
    if (word.presence === 'ask') {
      const isOurs = word.of === undefined || word.of === relay.id
      if (isOurs && presences.count > 0) void announcer.all(() => presences.byRoom())
      return true
    }
    const isWhole = elsewhere.hear(from, word)
    if (!isWhole && word.presence === 'alive') announcer.ask(from)
    return true
  }

  #look() {
    const { relay, periods, presences, announcer, elsewhere } = this.#parts
    if (presences.count > 0) announcer.alive()
    // Who was busy, or had no connection, did not hear what may have been said.
    const isLate = Date.now() - this.#lookedAt > periods.silentServer / 2
    this.#lookedAt = Date.now()
    if (isLate || !relay.isOpen) elsewhere.waitAnew()
    else elsewhere.forgetSilent(periods.silentServer)
  }
}
