// Joins a client to a topic. The channel opens before the reply, so that the client misses no change after the reply.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { attachChannel, bindSubscriptions, changeBinding } from '../changes/bind-subscriptions.ts'
import { cannotReplay, malformedInput, unauthorized } from '../errors.ts'
import type { ProtocolMessage } from '../protocol/message.ts'
import type { RealtimeContext } from '../realtime-dependencies.ts'
import { identifyWithLimit, loadPrivateRights, rightsOnPublicTopic } from './authorization.ts'
import {
  type Channel,
  type FrameSink,
  sendEvent,
  sendSystemEvent,
  topicName,
  topicPrefix,
} from './channel.ts'
import { replayBroadcasts, replayInput } from './replay.ts'

interface JoinOptions {
  sink: FrameSink
  message: ProtocolMessage
  /** The API key of the connection, which identifies the caller if the join has no token. */
  apikey: string
  /** Counts the join against the user's quota. */
  countJoin: (userId: string | undefined) => void
  /** Counts the connection against the user's quota after the user is identified. */
  countConnection: (userId: string | undefined) => void
}

export async function prepareJoin(
  context: RealtimeContext,
  { sink, message, apikey, countJoin, countConnection }: JoinOptions,
) {
  const name = topicNameIn(message.topic)
  const {
    token = apikey,
    bindings,
    replay,
    wantsReadyEvent,
    ...options
  } = parseJoin(message.payload)
  const identity = await identifyWithLimit(context, { apikey: token }, ({ sub }) => countJoin(sub))
  countConnection(identity.sub)
  const rights = options.isPrivate
    ? await loadPrivateRights(context.pool, name, identity)
    : rightsOnPublicTopic(identity, context.publicChannels)
  if (rights.readable.size === 0) throw unauthorized('read from', name)
  const toReplay = rights.readable.has('broadcast') ? replay : undefined
  const dependencies = { pool: context.pool, tables: context.tables(), role: identity.role }
  const bound = await bindSubscriptions(bindings, dependencies)
  const { topic, joinRef } = message
  const channel: Channel = {
    sink,
    topic,
    name,
    joinRef,
    ...options,
    wantsPresence: options.wantsPresence && rights.readable.has('presence'),
    identity,
    rights,
    isOpen: false,
    deliveredIds: new Set(),
    isReplaying: toReplay !== undefined,
  }
  return { channel, bound, bindings, toReplay, wantsReadyEvent }
}

type PreparedJoin = Awaited<ReturnType<typeof prepareJoin>>

export function openChannel(
  { rooms, subscriptions }: RealtimeContext,
  { channel, bound }: PreparedJoin,
) {
  channel.isOpen = true
  rooms.add(channel)
  if (bound.size > 0) subscriptions.add(channel, attachChannel(channel, bound))
}

/** Returns the bindings with their ids. The client compares these bindings with its own. */
export function confirmedBindings({ bindings }: PreparedJoin) {
  return bindings.map((binding, at) => ({ id: at + 1, ...binding }))
}

export async function sendInitialState(
  context: RealtimeContext,
  { channel, bindings, toReplay, wantsReadyEvent }: PreparedJoin,
) {
  if (bindings.length > 0) {
    sendSystemEvent(channel, 'postgres_changes', 'ok', 'Subscribed to PostgreSQL')
  }
  if (wantsReadyEvent)
    sendSystemEvent(channel, 'system', 'ok', 'Replication connection established')
  if (channel.wantsPresence) context.presences.sendState(channel)
  if (toReplay) await replayBroadcasts(context, channel, toReplay)
}

export function closeChannel(
  { rooms, subscriptions, presences }: RealtimeContext,
  channel: Channel,
) {
  if (!channel.isOpen) return
  channel.isOpen = false
  subscriptions.remove(channel)
  rooms.remove(channel)
  presences.untrack(channel)
}

/** Closes a channel, and sends the client the reason, such as an expired token. */
export function closeChannelWithError(context: RealtimeContext, channel: Channel, reason: string) {
  if (!channel.isOpen) return
  closeChannel(context, channel)
  sendSystemEvent(channel, 'system', 'error', reason)
  sendEvent(channel, 'phx_close', {})
}

function topicNameIn(topic: string) {
  const parsed = topicName.safeParse(
    topic.startsWith(topicPrefix) ? topic.slice(topicPrefix.length) : '',
  )
  if (!parsed.success) throw malformedInput('A topic must be named realtime:name', parsed.error)
  return parsed.data
}

const flag = z.boolean().nullish()
/** A client that needs more bindings than this can join several channels. */
const maxBindings = 20

const config = z.object({
  broadcast: z
    .object({ self: flag, ack: flag, replay: z.unknown().optional(), replication_ready: flag })
    .nullish(),
  presence: z.object({ key: z.string().max(255).nullish(), enabled: flag }).nullish(),
  postgres_changes: z.array(changeBinding).max(maxBindings).nullish(),
  private: flag,
})

const joinInput = z.object({ config: config.nullish(), access_token: z.string().nullish() })

function parseJoin(input: unknown) {
  const parsed = joinInput.safeParse(input ?? {})
  if (!parsed.success) {
    throw malformedInput('A join takes a config and an access_token', parsed.error)
  }
  const {
    broadcast,
    presence,
    postgres_changes: bindings,
    private: isPrivate,
  } = parsed.data.config ?? {}
  return {
    token: parsed.data.access_token ?? undefined,
    bindings: bindings ?? [],
    isPrivate: isPrivate ?? false,
    replay: parseReplay(broadcast?.replay, isPrivate ?? false),
    wantsReadyEvent: broadcast?.replication_ready ?? false,
    receivesOwn: broadcast?.self ?? false,
    wantsAck: broadcast?.ack ?? false,
    presenceKey: presence?.key || randomUUID(),
    wantsPresence: presence?.enabled ?? false,
  }
}

function parseReplay(input: unknown, isPrivate: boolean) {
  if (input === undefined || input === null) return undefined
  if (!isPrivate) throw cannotReplay('Replay is not allowed for public channels')
  const parsed = replayInput.safeParse(input)
  if (!parsed.success) throw cannotReplay('Replay params are not valid')
  return parsed.data
}
