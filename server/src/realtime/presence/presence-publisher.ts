// Sends the presences on this server to the other servers.
import type { Relay } from '../../postgres/relay.ts'
import type { Room } from '../channels/channel.ts'
import {
  type Presence,
  type PresenceMessage,
  type PresenceUpdate,
  serializePresence,
} from './presence-messages.ts'

/** With more unsent characters than this, the publisher waits before it sends the next room. */
const maxWaitingChars = 1024 * 1024

type Unnumbered<Update> = Update extends unknown ? Omit<Update, 'seq'> : never

export class PresencePublisher {
  readonly #relay: Relay | undefined
  #lastSeq = 0
  #isPublishingAll = false

  /** @param relay  Undefined if there are no other servers. */
  constructor(relay: Relay | undefined) {
    this.#relay = relay
  }

  publishJoins({ name, isPrivate }: Room, presences: readonly Presence[]) {
    const present = presences.map(serializePresence)
    this.#publish({ presence: 'here', name, isPrivate, present })
  }

  publishLeave({ name, isPrivate }: Room, id: string) {
    this.#publish({ presence: 'gone', name, isPrivate, id })
  }

  publishHeartbeat() {
    this.#send({ presence: 'alive', seq: this.#lastSeq })
  }

  /** Requests all presences of one server, or of every server. */
  requestAll(serverId?: string) {
    this.#send({ presence: 'ask', of: serverId })
  }

  /**
   * Publishes all presences for a server that requested them. A request during a running call is ignored, because a
   * server with a gap requests again.
   */
  async publishAll(byRoom: () => Iterable<[Room, Presence[]]>) {
    if (this.#isPublishingAll) return
    this.#isPublishingAll = true
    this.#publish({ presence: 'begin' })
    for (const [room, presences] of byRoom()) {
      this.publishJoins(room, presences)
      if ((this.#relay?.pendingLength ?? 0) > maxWaitingChars) await this.#relay?.flushed()
    }
    this.#publish({ presence: 'end' })
    this.#isPublishingAll = false
  }

  #publish(update: Unnumbered<PresenceUpdate>) {
    this.#lastSeq += 1
    this.#send({ ...update, seq: this.#lastSeq })
  }

  #send(message: PresenceMessage) {
    this.#relay?.send(JSON.stringify(message))
  }
}
