// Manages the presences of all clients on topics, including clients of other servers.
import { randomUUID } from 'node:crypto'
import { type Channel, type Room, roomKeyOf, type Rooms } from '../channels/channel.ts'
import { tooLarge } from '../errors.ts'
import {
  createPresence,
  type Presence,
  type PresenceMeta,
  sendPresenceDiff,
  sendPresenceState,
} from './presence-messages.ts'
import type { PresencePublisher } from './presence-publisher.ts'
import type { RemotePresences } from './remote-presences.ts'

/** The maximum size of a room's state, which each new client gets in one message. */
const maxRoomBytes = 256 * 1024

interface PresencesDependencies {
  rooms: Rooms
  remotePresences: RemotePresences
  publisher: PresencePublisher
}

export class Presences {
  readonly #rooms: Rooms
  readonly #remotePresences: RemotePresences
  readonly #publisher: PresencePublisher
  readonly #byChannel = new Map<Channel, Presence>()
  /** The bytes of the presences on this server, by room. */
  readonly #bytesByRoom = new Map<string, number>()

  constructor({ rooms, remotePresences, publisher }: PresencesDependencies) {
    this.#rooms = rooms
    this.#remotePresences = remotePresences
    this.#publisher = publisher
  }

  /** Returns the number of presences on this server. */
  get count() {
    return this.#byChannel.size
  }

  /** Sends the state of the room, which a client needs before the first difference. */
  sendState(channel: Channel) {
    const room = roomKeyOf(channel)
    sendPresenceState(channel, [
      ...this.#localPresences(this.#rooms.channelsIn(room)),
      ...this.#remotePresences.presencesIn(room),
    ])
  }

  /** Adds or replaces the presence of a channel. Throws if the room's state would be too large for a message. */
  track(channel: Channel, payload: Record<string, unknown>) {
    const previous = this.#byChannel.get(channel)
    const meta: PresenceMeta = {
      ...payload,
      // Other clients can trust `sender`, which the server sets.
      sender: channel.identity.sub ?? null,
      phx_ref: randomUUID(),
      ...(previous ? { phx_ref_prev: previous.meta.phx_ref } : {}),
    }
    const presence = createPresence(previous?.id ?? randomUUID(), channel.presenceKey, meta)
    this.#changeRoomBytes(roomKeyOf(channel), presence.bytes - (previous?.bytes ?? 0))
    this.#byChannel.set(channel, presence)
    const leaves = previous ? [previous] : []
    sendPresenceDiff(this.#rooms.channelsIn(roomKeyOf(channel)), { joins: [presence], leaves })
    this.#publisher.publishJoins(channel, [presence])
  }

  untrack(channel: Channel) {
    const previous = this.#byChannel.get(channel)
    if (!previous) return
    this.#byChannel.delete(channel)
    this.#changeRoomBytes(roomKeyOf(channel), -previous.bytes)
    sendPresenceDiff(this.#rooms.channelsIn(roomKeyOf(channel)), { joins: [], leaves: [previous] })
    this.#publisher.publishLeave(channel, previous.id)
  }

  /** Yields each room with its presences, which are read when the iteration reaches the room. */
  *byRoom(): Generator<[Room, Presence[]]> {
    for (const channels of Map.groupBy(this.#byChannel.keys(), roomKeyOf).values()) {
      const [room] = channels
      if (room) yield [room, this.#localPresences(channels)]
    }
  }

  #localPresences(channels: Iterable<Channel>) {
    return [...channels].flatMap((channel) => this.#byChannel.get(channel) ?? [])
  }

  #changeRoomBytes(room: string, more: number) {
    const bytes = (this.#bytesByRoom.get(room) ?? 0) + more
    if (more > 0 && bytes + this.#remotePresences.bytesIn(room) > maxRoomBytes) {
      throw tooLarge('The presence list of a topic', '256 KB')
    }
    if (bytes > 0) this.#bytesByRoom.set(room, bytes)
    else this.#bytesByRoom.delete(room)
  }
}
