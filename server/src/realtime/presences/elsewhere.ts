// Who is there by the word of the other servers, each of which is believed as long as it is heard.
import { roomOf } from '../channels/channel.ts'
import type { Rooms } from '../channels/rooms.ts'
import { type Present, presentOf, tellDifference } from './present.ts'
import type { News } from './words.ts'

interface Foreign extends Present {
  room: string
  /** In which telling of all it was named last. */
  round: number
}

interface Server {
  heardAt: number
  /** The number of its last word. */
  said: number
  /** Some word of it was missed. */
  isBehind: boolean
  round: number
  present: Map<string, Foreign>
}

type Here = Extract<News, { presence: 'here' }>

export class Elsewhere {
  readonly #rooms: Rooms
  readonly #servers = new Map<string, Server>()
  readonly #byRoom = new Map<string, Map<string, Foreign>>()

  constructor(rooms: Rooms) {
    this.#rooms = rooms
  }

  in(room: string): Iterable<Present> {
    return this.#byRoom.get(room)?.values() ?? []
  }

  bytesIn(room: string) {
    return [...this.in(room)].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** False where something that this server said was missed. */
  hear(from: string, news: News): boolean {
    const server = this.#servers.get(from) ?? newServer()
    this.#servers.set(from, server)
    server.heardAt = Date.now()
    const expected = news.presence === 'alive' ? server.said : server.said + 1
    if (news.said !== expected) server.isBehind = true
    server.said = news.said
    this.#take(server, news)
    return !server.isBehind
  }

  /** Whoever died without a word takes its own along. */
  forgetSilent(silence: number) {
    const last = Date.now() - silence
    for (const [id, server] of this.#servers) {
      if (server.heardAt >= last) continue
      this.#servers.delete(id)
      this.#leave(server, [...server.present.values()])
    }
  }

  /** Where it was we who did not hear, nobody is late. */
  waitAnew() {
    for (const server of this.#servers.values()) server.heardAt = Date.now()
  }

  #take(server: Server, news: News) {
    switch (news.presence) {
      case 'here':
        return this.#come(server, news)
      case 'gone': {
        const known = server.present.get(news.id)
        return this.#leave(server, known ? [known] : [])
      }
      case 'begin':
        server.isBehind = false
        server.round += 1
        return
      case 'end': {
        const unnamed = [...server.present.values()].filter(({ round }) => round < server.round)
        return this.#leave(server, server.isBehind ? [] : unnamed)
      }
      case 'alive':
    }
  }

  #come(server: Server, { present, ...place }: Here) {
    const room = roomOf(place)
    const [joins, leaves]: [Foreign[], Foreign[]] = [[], []]
    for (const { id, key, meta } of present) {
      const before = server.present.get(id)
      const one = { ...presentOf(id, key, meta), room, round: server.round }
      server.present.set(id, one)
      this.#byRoom.set(room, (this.#byRoom.get(room) ?? new Map<string, Foreign>()).set(id, one))
      if (before?.meta.phx_ref === meta.phx_ref) continue
      joins.push(one)
      if (before) leaves.push(before)
    }
    tellDifference(this.#rooms.in(room), { joins, leaves })
  }

  #leave(server: Server, some: readonly Foreign[]) {
    for (const [room, leaves] of Map.groupBy(some, (one) => one.room)) {
      const left = this.#byRoom.get(room)
      for (const { id } of leaves) {
        server.present.delete(id)
        left?.delete(id)
      }
      if (left?.size === 0) this.#byRoom.delete(room)
      tellDifference(this.#rooms.in(room), { joins: [], leaves })
    }
  }
}

function newServer(): Server {
  return { heardAt: Date.now(), said: 0, isBehind: false, round: 0, present: new Map() }
}
