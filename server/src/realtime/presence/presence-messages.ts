// Sends presences to clients, and defines the presence messages between servers. See
// docs/decisions/0014-broadcasts-by-notify.md.
import { z } from 'zod'
import { type Channel, sendEvent, topicName } from '../channels/channel.ts'

export type PresenceMeta = Record<string, unknown> & { phx_ref: string }

export interface Presence {
  /** Identifies one client on one topic. */
  id: string
  /** The key that the client chose. */
  key: string
  meta: PresenceMeta
  /** The number of bytes that this presence adds to the state that a new client gets. */
  bytes: number
}

export function createPresence(id: string, key: string, meta: PresenceMeta): Presence {
  return { id, key, meta, bytes: Buffer.byteLength(JSON.stringify([key, meta])) }
}

export function sendPresenceState(channel: Channel, presences: readonly Presence[]) {
  sendEvent(channel, 'presence_state', groupByKey(presences))
}

interface PresenceDiff {
  joins: readonly Presence[]
  leaves: readonly Presence[]
}

export function sendPresenceDiff(channels: Iterable<Channel>, { joins, leaves }: PresenceDiff) {
  if (joins.length === 0 && leaves.length === 0) return
  const diff = { joins: groupByKey(joins), leaves: groupByKey(leaves) }
  for (const channel of channels) {
    if (channel.wantsPresence && channel.rights.readable.has('presence')) {
      sendEvent(channel, 'presence_diff', diff)
    }
  }
}

function groupByKey(presences: readonly Presence[]): Record<string, { metas: PresenceMeta[] }> {
  const byKey = Map.groupBy(presences, ({ key }) => key)
  return Object.fromEntries(
    [...byKey].map(([key, some]) => [key, { metas: some.map(({ meta }) => meta) }]),
  )
}

/** The number of an update. A server that misses an update notices the gap. */
const seq = z.int()
const room = { name: topicName, isPrivate: z.boolean() }
const id = z.string().max(64)
const serializedPresence = z.object({
  id,
  key: z.string().max(255),
  meta: z.looseObject({ phx_ref: z.string() }),
})

const presenceUpdate = z.discriminatedUnion('presence', [
  /** Adds presences, some of which the receiving server may know. */
  z.object({ presence: z.literal('here'), seq, ...room, present: z.array(serializedPresence) }),
  z.object({ presence: z.literal('gone'), seq, ...room, id }),
  /** Begins a full list of the server's presences, until "end". */
  z.object({ presence: z.literal('begin'), seq }),
  z.object({ presence: z.literal('end'), seq }),
  /** A heartbeat with the number of the server's latest update. */
  z.object({ presence: z.literal('alive'), seq }),
])

/** Requests all presences of one server, or of every server if the id is missing. */
const presenceRequest = z.object({ presence: z.literal('ask'), of: z.string().optional() })

export const presenceMessage = z.union([presenceUpdate, presenceRequest])

export type PresenceUpdate = z.infer<typeof presenceUpdate>
export type PresenceMessage = z.infer<typeof presenceMessage>

export function serializePresence({ id: presenceId, key, meta }: Presence) {
  return { id: presenceId, key, meta }
}
