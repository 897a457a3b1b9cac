// Exchanges presences with the other servers of the database. See docs/decisions/0014-broadcasts-by-notify.md.
import type { Relay } from '../../postgres/relay.ts'
import type { RealtimeTimings } from '../realtime-dependencies.ts'
import { presenceMessage } from './presence-messages.ts'
import type { PresencePublisher } from './presence-publisher.ts'
import type { Presences } from './presences.ts'
import type { RemotePresences } from './remote-presences.ts'

interface PresenceSyncDependencies {
  relay: Relay
  timings: Pick<RealtimeTimings, 'presenceHeartbeatMs' | 'silentServerTimeoutMs'>
  presences: Presences
  publisher: PresencePublisher
  remotePresences: RemotePresences
}

export class PresenceSync {
  readonly #dependencies: PresenceSyncDependencies
  readonly #timer: NodeJS.Timeout
  #checkedAt = Date.now()

  constructor(dependencies: PresenceSyncDependencies) {
    this.#dependencies = dependencies
    this.#timer = setInterval(
      () => this.#checkServers(),
      dependencies.timings.presenceHeartbeatMs,
    ).unref()
  }

  close() {
    clearInterval(this.#timer)
  }

  /** Requests all presences of the other servers, because this server may have missed some. */
  requestMissed() {
    this.#dependencies.remotePresences.restartTimeouts()
    this.#dependencies.publisher.requestAll()
  }

  /** Handles a message about presences, or returns false for another message. */
  receive(input: unknown, from: string): boolean {
    const parsed = presenceMessage.safeParse(input)
    if (!parsed.success) return false
    const { relay, presences, publisher, remotePresences } = this.#dependencies
    const message = parsed.data
    if (message.presence === 'ask') {
      const isForThisServer = message.of === undefined || message.of === relay.id
      if (isForThisServer && presences.count > 0)
        void publisher.publishAll(() => presences.byRoom())
      return true
    }
    const isComplete = remotePresences.apply(from, message)
    if (!isComplete && message.presence === 'alive') publisher.requestAll(from)
    return true
  }

  #checkServers() {
    const { relay, timings, presences, publisher, remotePresences } = this.#dependencies
    if (presences.count > 0) publisher.publishHeartbeat()
    // If this server was busy or disconnected, it may have missed heartbeats of other servers.
    const isLate = Date.now() - this.#checkedAt > timings.silentServerTimeoutMs / 2
    this.#checkedAt = Date.now()
    if (isLate || !relay.isOpen) remotePresences.restartTimeouts()
    else remotePresences.removeSilentServers(timings.silentServerTimeoutMs)
  }
}
