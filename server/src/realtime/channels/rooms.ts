import type { Channel } from './channel.ts'
import { roomOf } from './channel.ts'

/** Who is in which topic, on this server. */
export class Rooms {
  readonly #rooms = new Map<string, Set<Channel>>()

  get count() {
    return this.#rooms.size
  }

  get channels() {
    return this.#rooms.values().reduce((sum, { size }) => sum + size, 0)
  }

  enter(channel: Channel) {
    const room = this.#rooms.get(roomOf(channel)) ?? new Set()
    room.add(channel)
    this.#rooms.set(roomOf(channel), room)
  }

  leave(channel: Channel) {
    const room = this.#rooms.get(roomOf(channel))
    room?.delete(channel)
    if (room?.size === 0) this.#rooms.delete(roomOf(channel))
  }

  in(room: string): Iterable<Channel> {
    return this.#rooms.get(room) ?? []
  }
}
