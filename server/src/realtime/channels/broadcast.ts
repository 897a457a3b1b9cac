// Delivers broadcasts from clients, from other servers of the database, and from SQL.
import { z } from 'zod'
import type { Identity } from '../../http/identity.ts'
import type { Change } from '../../postgres/change-feed/follow-changes.ts'
import { malformedInput, notSupported, unauthorized } from '../errors.ts'
import { encodeBinaryBroadcast } from '../protocol/binary-broadcast.ts'
import { SharedMessage } from '../protocol/write-message.ts'
import type { RealtimeContext } from '../realtime-dependencies.ts'
import { canWrite } from './authorization.ts'
import {
  type Channel,
  eventName,
  payloadSchema,
  roomKeyOf,
  topicName,
  topicPrefix,
} from './channel.ts'

const broadcastInput = z.object({
  event: eventName,
  payload: payloadSchema,
  bytes: z.instanceof(Buffer).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  persist: z.unknown().optional(),
})

export interface Broadcast {
  event: string
  payload?: unknown
  /** Binary content, which replaces the payload. */
  bytes?: Buffer | undefined
}

export async function handleBroadcast(context: RealtimeContext, channel: Channel, input: unknown) {
  const parsed = broadcastInput.safeParse(input)
  if (!parsed.success)
    throw malformedInput('A broadcast needs an event and a payload', parsed.error)
  const { persist, metadata, ...message } = parsed.data
  if (persist ?? metadata?.['persist']) throw notSupported('Keeping broadcasts')
  if (!(await canWrite(context.pool, channel, 'broadcast'))) {
    throw unauthorized('write to', channel.name)
  }
  const room = { name: channel.name, isPrivate: channel.isPrivate }
  publishBroadcast(context, room, {
    broadcast: message,
    identity: channel.identity,
    sender: channel,
  })
}

/** The format of broadcasts between the servers of a database. */
const relayedBroadcast = z.object({
  name: topicName,
  isPrivate: z.boolean(),
  sender: z.string().nullable(),
  event: eventName,
  payload: z.unknown().optional(),
  /** Encoded as base64. */
  bytes: z.string().optional(),
})

type RelayedBroadcast = z.infer<typeof relayedBroadcast> & {
  /** The id, which only broadcasts from SQL have. */
  id?: string
}

interface PublishOptions {
  broadcast: Broadcast
  identity: Identity
  /** The sending channel, which receives the broadcast only if it requested its own broadcasts. */
  sender?: Channel
}

/** Sends a broadcast to all clients on the topic, with a sender's id that clients can trust. */
export function publishBroadcast(
  context: RealtimeContext,
  { name, isPrivate }: Pick<Channel, 'name' | 'isPrivate'>,
  { broadcast, identity, sender: senderChannel }: PublishOptions,
) {
  const sender = identity.sub ?? null
  const { event, payload } = broadcast
  const bytes = broadcast.bytes?.toString('base64')
  const message = { name, isPrivate, sender, event, payload, bytes }
  deliverBroadcast(context, message, senderChannel)
  context.relay?.send(JSON.stringify(message))
}

/**
 * Delivers a broadcast from another server, which has already checked the sender's rights. Ignores unknown formats of
 * other versions.
 */
export function deliverRelayedBroadcast(context: RealtimeContext, input: unknown) {
  const parsed = relayedBroadcast.safeParse(input)
  if (parsed.success) deliverBroadcast(context, parsed.data)
}

function deliverBroadcast(
  { rooms }: RealtimeContext,
  { sender, event, payload, bytes, id, ...room }: RelayedBroadcast,
  senderChannel?: Channel,
) {
  const topic = topicPrefix + room.name
  const meta = { sender, id }
  const text = JSON.stringify({ type: 'broadcast', event, payload: payload ?? null, meta })
  const message = new SharedMessage(topic, 'broadcast', text)
  const binary =
    bytes !== undefined &&
    encodeBinaryBroadcast({ topic, event, meta, bytes: Buffer.from(bytes, 'base64') })
  for (const channel of rooms.channelsIn(roomKeyOf(room))) {
    if (channel === senderChannel && !channel.receivesOwn) continue
    if (!channel.rights.readable.has('broadcast')) continue
    if (id !== undefined && wasDelivered(channel, id)) continue
    const { sink } = channel
    if (!binary) sink.send(message.frame(sink.version))
    // Clients with protocol version 1.0.0 cannot receive bytes, so they get nothing.
    else if (sink.version === '2.0.0') sink.send(binary)
  }
}

/** During a replay, the same broadcast can come from the replay and from the change feed. */
function wasDelivered({ deliveredIds, isReplaying }: Channel, id: string) {
  if (deliveredIds.has(id)) return true
  if (isReplaying) deliveredIds.add(id)
  return false
}

const databaseMessage = z.object({
  id: z.string(),
  topic: topicName,
  private: z.boolean(),
  event: eventName,
  payload: z.unknown(),
})

/** Delivers broadcasts from SQL without relaying them, because every server reads the rows. */
export function deliverDatabaseBroadcasts(context: RealtimeContext, changes: readonly Change[]) {
  for (const { schema, table, newRow } of changes) {
    if (table !== 'messages' || schema !== 'realtime') continue
    const parsed = databaseMessage.safeParse(newRow)
    // SQL can insert a topic or an event whose name the protocol does not allow.
    if (!parsed.success) continue
    const { id, topic: name, private: isPrivate, event, payload } = parsed.data
    deliverBroadcast(context, { name, isPrivate, sender: null, event, payload, id })
  }
}
