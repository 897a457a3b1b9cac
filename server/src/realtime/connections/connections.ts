// Tracks connections, and closes those that are silent or unused or whose session has ended.
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { messageOf } from '../../message-of.ts'
import { findEndedSessions } from '../channels/authorization.ts'
import { closeChannel } from '../channels/join.ts'
import { badToken, sessionEnded } from '../errors.ts'
import type { RealtimeContext } from '../realtime-dependencies.ts'
import { type Client, Connection } from './connection.ts'
import { dismiss, receiveFrame } from './handle-message.ts'
import { recheckReadRights } from './recheck-read-rights.ts'

const sessionEndedCode = 4001
const restartingCode = 1012

export class Connections {
  readonly #context: RealtimeContext
  readonly #all = new Set<Connection>()
  readonly #timers: NodeJS.Timeout[]
  #isCheckingRights = false

  constructor(context: RealtimeContext) {
    this.#context = context
    const { sweepIntervalMs, rightsCheckIntervalMs } = context.timings
    this.#timers = [
      setInterval(() => void this.#sweep(), sweepIntervalMs).unref(),
      setInterval(() => void this.#recheckReadRights(), rightsCheckIntervalMs).unref(),
    ]
  }

  get count() {
    return this.#all.size
  }

  add(ws: WebSocket, socket: Socket, client: Client) {
    socket.setNoDelay(true)
    const connection = new Connection(ws, socket, client)
    this.#all.add(connection)
    this.#context.connectionQuotas.networks.add(connection.network)
    ws.on('message', (raw, isBinary) => receiveFrame(this.#context, connection, raw, isBinary))
    // After a protocol violation, the ws package closes the connection itself.
    ws.on('error', (error) => this.#context.log.debug(error.message))
    ws.on('close', () => this.#forget(connection))
  }

  async #sweep() {
    const now = Date.now()
    const { silentTimeoutMs, unusedTimeoutMs } = this.#context.timings
    for (const connection of this.#all) {
      if (connection.lastReceivedAt < now - silentTimeoutMs) connection.end()
      else if (connection.channels.size > 0) this.#dismissExpired(connection, now / 1000)
      else if (connection.lastUsedAt < now - unusedTimeoutMs)
        connection.close(1000, 'No channel was joined.')
    }
    try {
      await this.#closeEnded()
    } catch (error) {
      this.#context.log.debug(messageOf(error))
    }
  }

  /** Closes all connections when the server stops. */
  async close() {
    for (const timer of this.#timers) clearInterval(timer)
    for (const connection of this.#all)
      connection.close(restartingCode, 'The server is restarting.')
    const deadline = Date.now() + this.#context.timings.closeTimeoutMs
    while (this.#all.size > 0 && Date.now() < deadline) await sleep(10)
    for (const connection of this.#all) connection.end()
  }

  /** Clients stay connected while the database cannot be reached. */
  async #recheckReadRights() {
    if (this.#isCheckingRights) return
    this.#isCheckingRights = true
    try {
      await recheckReadRights(this.#context, this.#all)
    } catch (error) {
      this.#context.log.debug(messageOf(error))
    } finally {
      this.#isCheckingRights = false
    }
  }

  #dismissExpired(connection: Connection, nowSeconds: number) {
    for (const channel of connection.channels.values()) {
      if (channel.identity.expiresAtSeconds > nowSeconds) continue
      dismiss(this.#context, connection, channel, badToken('Token has expired').reason)
    }
  }

  /** Closes connections whose session has ended. */
  async #closeEnded() {
    const bySession = Map.groupBy(
      [...this.#all].flatMap((connection) => sessionsOf(connection)),
      ({ id }) => id,
    )
    if (bySession.size === 0) return
    for (const id of await findEndedSessions(this.#context.pool, [...bySession.keys()])) {
      for (const { connection } of bySession.get(id) ?? []) {
        connection.close(sessionEndedCode, sessionEnded().reason)
      }
    }
  }

  #freeQuotas({ network, userIds }: Connection) {
    const { networks, users } = this.#context.connectionQuotas
    networks.remove(network)
    for (const userId of userIds) users.remove(userId)
  }

  #forget(connection: Connection) {
    this.#all.delete(connection)
    this.#freeQuotas(connection)
    connection.end()
    for (const channel of connection.channels.values()) closeChannel(this.#context, channel)
    connection.channels.clear()
  }
}

function sessionsOf(connection: Connection) {
  const ids = [...connection.channels.values()].flatMap(({ identity }) => identity.sessionId ?? [])
  return [...new Set(ids)].map((id) => ({ id, connection }))
}
