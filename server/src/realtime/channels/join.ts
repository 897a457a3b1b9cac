// A join is answered when its channel is live: what is committed after the answer is delivered.
import { readBindings, subscriptionsOf } from '../changes/read-bindings.ts'
import type { Live } from '../parts.ts'
import { misread, unauthorized } from '../refused.ts'
import type { Message } from '../wire/message.ts'
import { type Channel, type Outlet, tell, tellSystem } from './channel.ts'
import { identifyAdmitted } from './identify.ts'
import { prefix, topicName } from './names.ts'
import { readJoin } from './read-join.ts'
import { replay } from './replay.ts'
import { privateRights, publicRights } from './rights.ts'

export interface Joining {
  outlet: Outlet
  message: Message
  /** The key that opened the socket; it counts where a join brings no token. */
  apikey: string
  /** Counts the join as this person's. */
  admit: (who: string | undefined) => void
  /** Counts the socket as theirs, once it is known that they may come. */
  seat: (who: string | undefined) => void
}

export async function prepareJoin(live: Live, { outlet, message, apikey, admit, seat }: Joining) {
  const name = nameIn(message.topic)
  const {
    token = apikey,
    bindings,
    replay: asked,
    tellsReady,
    ...wanted
  } = readJoin(message.payload)
  const identity = await identifyAdmitted(live, { apikey: token }, ({ sub }) => admit(sub))
  seat(identity.sub)
  const rights = wanted.isPrivate
    ? await privateRights(live.pool, name, identity)
    : publicRights(identity, live.publicChannels)
  if (rights.hear.size === 0) throw unauthorized('read from', name)
  const toReplay = rights.hear.has('broadcast') ? asked : undefined
  const means = { pool: live.pool, tables: live.tables(), role: identity.role }
  const bound = await readBindings(bindings, means)
  const { topic, joinRef } = message
  const channel: Channel = {
    outlet,
    topic,
    name,
    joinRef,
    ...wanted,
    followsPresence: wanted.followsPresence && rights.hear.has('presence'),
    identity,
    rights,
    isOpen: false,
    heard: new Set(),
    isReplaying: toReplay !== undefined,
  }
  return { channel, bound, bindings, toReplay, tellsReady }
}

export type Prepared = Awaited<ReturnType<typeof prepareJoin>>

/** From here on the channel hears. */
export function open({ rooms, subscriptions }: Live, { channel, bound }: Prepared) {
  channel.isOpen = true
  rooms.enter(channel)
  if (bound.size > 0) subscriptions.add(channel, subscriptionsOf(channel, bound))
}

/** What clients compare with what they asked for, to learn the numbers of their callbacks. */
export function confirmed({ bindings }: Prepared) {
  return bindings.map((binding, at) => ({ id: at + 1, ...binding }))
}

export async function welcome(live: Live, { channel, bindings, toReplay, tellsReady }: Prepared) {
  if (bindings.length > 0) {
    tellSystem(channel, 'postgres_changes', 'ok', 'Subscribed to PostgreSQL')
  }
  if (tellsReady) tellSystem(channel, 'system', 'ok', 'Replication connection established')
  if (channel.followsPresence) live.presences.tellState(channel)
  if (toReplay) await replay(live, channel, toReplay)
}

export function close({ rooms, subscriptions, presences }: Live, channel: Channel) {
  if (!channel.isOpen) return
  channel.isOpen = false
  subscriptions.remove(channel)
  rooms.leave(channel)
  presences.untrack(channel)
}

/** For a channel whose person may no longer be there. */
export function shut(live: Live, channel: Channel, reason: string) {
  if (!channel.isOpen) return
  close(live, channel)
  tellSystem(channel, 'system', 'error', reason)
  tell(channel, 'phx_close', {})
}

function nameIn(topic: string) {
  const read = topicName.safeParse(topic.startsWith(prefix) ? topic.slice(prefix.length) : '')
  if (!read.success) throw misread('A topic is named realtime:name', read.error)
  return read.data
}
