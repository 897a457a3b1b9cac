// All sockets of this server: they come, are looked after, and are closed at the end.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { messageOf } from '../../message-of.ts'
import { close } from '../channels/join.ts'
import { endedSessions } from '../channels/rights.ts'
import type { Live } from '../parts.ts'
import { badToken, sessionEnded } from '../refused.ts'
import { type Client, Connection } from './connection.ts'
import { dismissDeafened } from './dismiss-deafened.ts'
import { dismiss } from './handle.ts'
import { receive } from './receive.ts'

const ended = 4001
const restarting = 1012

export class Connections {
  readonly #live: Live
  readonly #all = new Set<Connection>()
  readonly #timers: NodeJS.Timeout[]
  #isAsking = false

  constructor(live: Live) {
    this.#live = live
    const { sweep, hearing } = live.periods
    this.#timers = [
      setInterval(() => void this.#closeOld(), sweep).unref(),
      setInterval(() => void this.#dismissDeafened(), hearing).unref(),
    ]
  }

  get count() {
    return this.#all.size
  }

  add(ws: WebSocket, socket: Socket, client: Client) {
    socket.setNoDelay(true)
    const connection = new Connection(ws, socket, client)
    this.#all.add(connection)
    ws.on('message', (raw, isBinary) => receive(this.#live, connection, raw, isBinary))
    // What breaks the protocol is closed by ws, with the code for it.
    ws.on('error', (error) => this.#live.log.debug(error.message))
    ws.on('close', () => this.#forget(connection))
  }

  async #closeOld() {
    const now = Date.now()
    const { silent, unused } = this.#live.periods
    for (const connection of this.#all) {
      if (connection.heardAt < now - silent) connection.end()
      else if (connection.channels.size > 0) this.#dismissExpired(connection, now / 1000)
      else if (connection.usedAt < now - unused) connection.close(1000, 'Nothing is joined.')
    }
    try {
      await this.#closeEnded()
    } catch (error) {
      this.#live.log.debug(messageOf(error))
    }
  }

  /** The server stops. Clients come back by themselves. */
  async close() {
    for (const timer of this.#timers) clearInterval(timer)
    for (const connection of this.#all) connection.close(restarting, 'The server is restarting.')
    const deadline = Date.now() + this.#live.periods.lastGoodbyes
    while (this.#all.size > 0 && Date.now() < deadline) await sleep(10)
    for (const connection of this.#all) connection.end()
  }

  /** Who may no longer hear on a private topic: until the database can be asked everybody stays. */
  async #dismissDeafened() {
    if (this.#isAsking) return
    this.#isAsking = true
    try {
      await dismissDeafened(this.#live, this.#all)
    } catch (error) {
      this.#live.log.debug(messageOf(error))
    } finally {
      this.#isAsking = false
    }
  }

  #dismissExpired(connection: Connection, now: number) {
    for (const channel of connection.channels.values()) {
      if (channel.identity.expires > now) continue
      dismiss(this.#live, connection, channel, badToken('Token has expired').reason)
    }
  }

  /** One statement for all of them. */
  async #closeEnded() {
    const bySession = Map.groupBy(
      [...this.#all].flatMap((connection) => sessionsOf(connection)),
      ({ id }) => id,
    )
    if (bySession.size === 0) return
    for (const id of await endedSessions(this.#live.pool, [...bySession.keys()])) {
      for (const { connection } of bySession.get(id) ?? []) {
        connection.close(ended, sessionEnded().reason)
      }
    }
  }

  #forget(connection: Connection) {
    this.#all.delete(connection)
    connection.end()
    for (const channel of connection.channels.values()) close(this.#live, channel)
    connection.channels.clear()
  }
}

function sessionsOf(connection: Connection) {
  const ids = [...connection.channels.values()].flatMap(({ identity }) => identity.sessionId ?? [])
  return [...new Set(ids)].map((id) => ({ id, connection }))
}
