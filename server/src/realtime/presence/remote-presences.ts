// Keeps copies of the presences of other servers, as long as a server sends heartbeats.
import { roomKeyOf, type Rooms } from '../channels/channel.ts'
import {
  createPresence,
  type Presence,
  type PresenceUpdate,
  sendPresenceDiff,
} from './presence-messages.ts'

interface RemotePresence extends Presence {
  room: string
  /** The number of the latest full list when the server announced this presence. */
  round: number
}

interface RemoteServer {
  receivedAt: number
  lastSeq: number
  /** True if this server has missed an update after the remote server's latest full list began. */
  hasMissedUpdate: boolean
  round: number
  presences: Map<string, RemotePresence>
}

type JoinUpdate = Extract<PresenceUpdate, { presence: 'here' }>

export class RemotePresences {
  readonly #rooms: Rooms
  readonly #servers = new Map<string, RemoteServer>()
  readonly #byRoom = new Map<string, Map<string, RemotePresence>>()

  constructor(rooms: Rooms) {
    this.#rooms = rooms
  }

  presencesIn(room: string): Iterable<Presence> {
    return this.#byRoom.get(room)?.values() ?? []
  }

  bytesIn(room: string) {
    return [...this.presencesIn(room)].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Applies an update, and returns false if an earlier update is missing. */
  apply(from: string, update: PresenceUpdate): boolean {
    const server = this.#servers.get(from) ?? newServer()
    this.#servers.set(from, server)
    server.receivedAt = Date.now()
    const expected = update.presence === 'alive' ? server.lastSeq : server.lastSeq + 1
    if (update.seq !== expected) server.hasMissedUpdate = true
    server.lastSeq = update.seq
    this.#applyUpdate(server, update)
    return !server.hasMissedUpdate
  }

  /** Removes the presences of servers that have sent nothing within the timeout. */
  removeSilentServers(timeoutMs: number) {
    const deadline = Date.now() - timeoutMs
    for (const [id, server] of this.#servers) {
      if (server.receivedAt >= deadline) continue
      this.#servers.delete(id)
      this.#removeAll(server, [...server.presences.values()])
    }
  }

  /** Restarts the timeouts of all servers, because this server may have missed their heartbeats. */
  restartTimeouts() {
    for (const server of this.#servers.values()) server.receivedAt = Date.now()
  }

  #applyUpdate(server: RemoteServer, update: PresenceUpdate) {
    switch (update.presence) {
      case 'here':
        return this.#addAll(server, update)
      case 'gone': {
        const presence = server.presences.get(update.id)
        return this.#removeAll(server, presence ? [presence] : [])
      }
      case 'begin':
        server.hasMissedUpdate = false
        server.round += 1
        return
      case 'end': {
        const unlisted = [...server.presences.values()].filter(({ round }) => round < server.round)
        return this.#removeAll(server, server.hasMissedUpdate ? [] : unlisted)
      }
      case 'alive':
    }
  }

  #addAll(server: RemoteServer, { present, ...roomName }: JoinUpdate) {
    const room = roomKeyOf(roomName)
    const [joins, leaves]: [RemotePresence[], RemotePresence[]] = [[], []]
    for (const { id, key, meta } of present) {
      const previous = server.presences.get(id)
      const presence = { ...createPresence(id, key, meta), room, round: server.round }
      server.presences.set(id, presence)
      this.#byRoom.set(
        room,
        (this.#byRoom.get(room) ?? new Map<string, RemotePresence>()).set(id, presence),
      )
      if (previous?.meta.phx_ref === meta.phx_ref) continue
      joins.push(presence)
      if (previous) leaves.push(previous)
    }
    sendPresenceDiff(this.#rooms.channelsIn(room), { joins, leaves })
  }

  #removeAll(server: RemoteServer, presences: readonly RemotePresence[]) {
    for (const [room, leaves] of Map.groupBy(presences, (presence) => presence.room)) {
      const left = this.#byRoom.get(room)
      for (const { id } of leaves) {
        server.presences.delete(id)
        left?.delete(id)
      }
      if (left?.size === 0) this.#byRoom.delete(room)
      sendPresenceDiff(this.#rooms.channelsIn(room), { joins: [], leaves })
    }
  }
}

function newServer(): RemoteServer {
  return {
    receivedAt: Date.now(),
    lastSeq: 0,
    hasMissedUpdate: false,
    round: 0,
    presences: new Map(),
  }
}
