// Who is there: here, and by the word of the other servers.
import { randomUUID } from 'node:crypto'
import { type Channel, type Room, roomOf } from '../channels/channel.ts'
import type { Rooms } from '../channels/rooms.ts'
import { tooLarge } from '../refused.ts'
import type { Announcer } from './announcer.ts'
import type { Elsewhere } from './elsewhere.ts'
import { type Meta, type Present, presentOf, tellDifference, tellState } from './present.ts'

/** Of a room. It goes to everybody who comes, in one piece. */
const mostBytes = 256 * 1024

interface Means {
  rooms: Rooms
  elsewhere: Elsewhere
  announcer: Announcer
}

export class Presences {
  readonly #rooms: Rooms
  readonly #elsewhere: Elsewhere
  readonly #announcer: Announcer
  readonly #present = new Map<Channel, Present>()
  /** By room, of those who are here. */
  readonly #bytes = new Map<string, number>()

  constructor({ rooms, elsewhere, announcer }: Means) {
    this.#rooms = rooms
    this.#elsewhere = elsewhere
    this.#announcer = announcer
  }

  /** At this server. */
  get count() {
    return this.#present.size
  }

  /** What a channel has to know before it can follow. */
  tellState(channel: Channel) {
    const room = roomOf(channel)
    tellState(channel, [...this.#here(this.#rooms.in(room)), ...this.#elsewhere.in(room)])
  }

  /** Refused where those who come could not be told of all who are there. */
  track(channel: Channel, payload: Record<string, unknown>) {
    const before = this.#present.get(channel)
    const meta: Meta = {
      ...payload,
      // Whoever reads it can rely on this one; the key is only what the client says.
      sender: channel.identity.sub ?? null,
      phx_ref: randomUUID(),
      ...(before ? { phx_ref_prev: before.meta.phx_ref } : {}),
    }
    const present = presentOf(before?.id ?? randomUUID(), channel.presenceKey, meta)
    this.#makeRoom(roomOf(channel), present.bytes - (before?.bytes ?? 0))
    this.#present.set(channel, present)
    const leaves = before ? [before] : []
    tellDifference(this.#rooms.in(roomOf(channel)), { joins: [present], leaves })
    this.#announcer.came(channel, [present])
  }

  untrack(channel: Channel) {
    const before = this.#present.get(channel)
    if (!before) return
    this.#present.delete(channel)
    this.#makeRoom(roomOf(channel), -before.bytes)
    tellDifference(this.#rooms.in(roomOf(channel)), { joins: [], leaves: [before] })
    this.#announcer.left(channel, before.id)
  }

  /** Those who are here, room by room, each as it is when it is asked for. */
  *byRoom(): Generator<[Room, Present[]]> {
    for (const channels of Map.groupBy(this.#present.keys(), roomOf).values()) {
      const [room] = channels
      if (room) yield [room, this.#here(channels)]
    }
  }

  #here(channels: Iterable<Channel>) {
    return [...channels].flatMap((channel) => this.#present.get(channel) ?? [])
  }

  #makeRoom(room: string, more: number) {
    const bytes = (this.#bytes.get(room) ?? 0) + more
    if (more > 0 && bytes + this.#elsewhere.bytesIn(room) > mostBytes) {
      throw tooLarge('What is present on a topic', '256 KB')
    }
    if (bytes > 0) this.#bytes.set(room, bytes)
    else this.#bytes.delete(room)
  }
}
