// Who is there, by the key that each client gives itself. On this server: others do not see it.
import { randomUUID } from 'node:crypto'
import { type Channel, roomOf, tell } from './channel.ts'
import type { Rooms } from './rooms.ts'

type Meta = Record<string, unknown> & { phx_ref: string }

interface Present {
  key: string
  meta: Meta
}

type State = Record<string, { metas: Meta[] }>

export class Presences {
  readonly #rooms: Rooms
  readonly #present = new Map<Channel, Present>()

  constructor(rooms: Rooms) {
    this.#rooms = rooms
  }

  get count() {
    return this.#present.size
  }

  /** What a channel has to know before it can follow. */
  tellState(channel: Channel) {
    const present = [...this.#rooms.in(roomOf(channel))].flatMap(
      (other) => this.#present.get(other) ?? [],
    )
    tell(channel, 'presence_state', stateOf(present))
  }

  track(channel: Channel, payload: Record<string, unknown>) {
    const before = this.#present.get(channel)
    const meta: Meta = {
      ...payload,
      // Whoever reads it can rely on this one; the key is only what the client says.
      ...(channel.isPrivate ? { sender: channel.identity.sub ?? null } : {}),
      phx_ref: randomUUID(),
      ...(before ? { phx_ref_prev: before.meta.phx_ref } : {}),
    }
    const present = { key: channel.presenceKey, meta }
    this.#present.set(channel, present)
    this.#tellDifference(channel, [present], before ? [before] : [])
  }

  untrack(channel: Channel) {
    const before = this.#present.get(channel)
    if (!before) return
    this.#present.delete(channel)
    this.#tellDifference(channel, [], [before])
  }

  #tellDifference(channel: Channel, joins: Present[], leaves: Present[]) {
    const difference = { joins: stateOf(joins), leaves: stateOf(leaves) }
    for (const other of this.#rooms.in(roomOf(channel))) {
      if (other.followsPresence && other.rights.hear.has('presence')) {
        tell(other, 'presence_diff', difference)
      }
    }
  }
}

function stateOf(present: readonly Present[]): State {
  const byKey = Map.groupBy(present, ({ key }) => key)
  return Object.fromEntries(
    [...byKey].map(([key, some]) => [key, { metas: some.map(({ meta }) => meta) }]),
  )
}
