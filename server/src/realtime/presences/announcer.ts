// Tells the other servers who is here.
import type { Relay } from '../../postgres/relay.ts'
import type { Room } from '../channels/channel.ts'
import type { Present } from './present.ts'
import { type News, personIn, type PresenceWord } from './words.ts'

/** Characters on their way. While there are more, the next room waits. */
const mostWaiting = 1024 * 1024

type Unnumbered<Word> = Word extends unknown ? Omit<Word, 'said'> : never

export class Announcer {
  readonly #relay: Relay | undefined
  #said = 0
  #isTellingAll = false

  /** Without a relay there is nobody to tell. */
  constructor(relay: Relay | undefined) {
    this.#relay = relay
  }

  came({ name, isPrivate }: Room, present: readonly Present[]) {
    this.#tell({ presence: 'here', name, isPrivate, present: present.map(personIn) })
  }

  left({ name, isPrivate }: Room, id: string) {
    this.#tell({ presence: 'gone', name, isPrivate, id })
  }

  alive() {
    this.#send({ presence: 'alive', said: this.#said })
  }

  /** For everything that a server has; undefined: that all have. */
  ask(of?: string) {
    this.#send({ presence: 'ask', of })
  }

  /** Who asks while it is told has missed its beginning, and asks again. */
  async all(byRoom: () => Iterable<[Room, Present[]]>) {
    if (this.#isTellingAll) return
    this.#isTellingAll = true
    this.#tell({ presence: 'begin' })
    for (const [room, present] of byRoom()) {
      this.came(room, present)
      if ((this.#relay?.waiting ?? 0) > mostWaiting) await this.#relay?.told()
    }
    this.#tell({ presence: 'end' })
    this.#isTellingAll = false
  }

  #tell(news: Unnumbered<News>) {
    this.#said += 1
    this.#send({ ...news, said: this.#said })
  }

  #send(word: PresenceWord) {
    this.#relay?.tell(JSON.stringify(word))
  }
}
