// Somebody who is there, by the key that a client gives itself, and how those who follow are told.
import { type Channel, tell } from '../channels/channel.ts'

export type Meta = Record<string, unknown> & { phx_ref: string }

export interface Present {
  /** Of one client in one topic. */
  id: string
  key: string
  meta: Meta
  /** In the state that whoever comes gets. */
  bytes: number
}

export interface Difference {
  joins: readonly Present[]
  leaves: readonly Present[]
}

export function presentOf(id: string, key: string, meta: Meta): Present {
  return { id, key, meta, bytes: Buffer.byteLength(JSON.stringify([key, meta])) }
}

export function tellState(channel: Channel, present: readonly Present[]) {
  tell(channel, 'presence_state', stateOf(present))
}

export function tellDifference(channels: Iterable<Channel>, { joins, leaves }: Difference) {
  if (joins.length === 0 && leaves.length === 0) return
  const difference = { joins: stateOf(joins), leaves: stateOf(leaves) }
  for (const channel of channels) {
    if (channel.followsPresence && channel.rights.hear.has('presence')) {
      tell(channel, 'presence_diff', difference)
    }
  }
}

function stateOf(present: readonly Present[]): Record<string, { metas: Meta[] }> {
  const byKey = Map.groupBy(present, ({ key }) => key)
  return Object.fromEntries(
    [...byKey].map(([key, some]) => [key, { metas: some.map(({ meta }) => meta) }]),
  )
}
