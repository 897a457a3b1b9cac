// Handles the frames of a client. A refused message gets an error reply, and a malformed message closes the connection.
import type { RawData } from 'ws'
import { messageOf } from '../../message-of.ts'
import { renewToken } from '../channels/authorization.ts'
import { handleBroadcast } from '../channels/broadcast.ts'
import { type Channel, sendEvent } from '../channels/channel.ts'
import {
  closeChannel,
  closeChannelWithError,
  confirmedBindings,
  openChannel,
  prepareJoin,
  sendInitialState,
} from '../channels/join.ts'
import {
  internalError,
  notSupported,
  RealtimeError,
  tooManyChannels,
  unmatchedTopic,
} from '../errors.ts'
import { handlePresence } from '../presence/handle-presence.ts'
import { MalformedMessageError, type ProtocolMessage } from '../protocol/message.ts'
import { readMessage } from '../protocol/read-message.ts'
import { writeMessage } from '../protocol/write-message.ts'
import type { RealtimeContext } from '../realtime-dependencies.ts'
import type { Connection } from './connection.ts'

/** The server disconnects a client that exceeds the quota with more consecutive messages than this. */
const maxIgnoredRefusals = 200

export function receiveFrame(
  context: RealtimeContext,
  connection: Connection,
  raw: RawData,
  isBinary: boolean,
) {
  if (connection.isClosing) return
  connection.lastReceivedAt = Date.now()
  const data = bytesOf(raw)
  const message = readOrClose(connection, data, isBinary)
  if (!message || isOverQuota(context, connection, message, data.length)) return
  connection.enqueue(() => handleMessage(context, connection, message))
}

function readOrClose(connection: Connection, data: Buffer, isBinary: boolean) {
  try {
    return readMessage(connection.version, data, isBinary)
  } catch (error) {
    if (!(error instanceof MalformedMessageError)) throw error
    connection.close(1007, error.message)
    return undefined
  }
}

function isOverQuota(
  { messageQuota }: RealtimeContext,
  connection: Connection,
  message: ProtocolMessage,
  bytes: number,
) {
  const key = quotaKeyOf(connection)
  if (key === undefined) return false
  try {
    messageQuota.countMessage(key, bytes)
    connection.ignoredRefusals = 0
    return false
  } catch (error) {
    if (!(error instanceof RealtimeError)) throw error
    connection.ignoredRefusals += 1
    if (connection.ignoredRefusals > maxIgnoredRefusals) connection.close(1008, error.reason)
    else reply(connection, message, 'error', { reason: error.reason })
    return true
  }
}

/** Returns the key of the message quota, or undefined for the service role, which has no limits. */
function quotaKeyOf({ channels, id }: Connection) {
  for (const { identity } of channels.values()) {
    if (identity.role === 'service_role') return undefined
    if (identity.sub !== undefined) return identity.sub
  }
  return id
}

function bytesOf(raw: RawData): Buffer {
  if (Buffer.isBuffer(raw)) return raw
  return Array.isArray(raw) ? Buffer.concat(raw) : Buffer.from(raw)
}

const maxChannels = 100

async function handleMessage(
  context: RealtimeContext,
  connection: Connection,
  message: ProtocolMessage,
) {
  try {
    await dispatch(context, connection, message)
  } catch (error) {
    if (!(error instanceof RealtimeError)) {
      context.log.error({ err: error }, `A message of a socket failed: ${messageOf(error)}`)
    }
    const { reason } = error instanceof RealtimeError ? error : internalError()
    reply(connection, message, 'error', { reason })
  }
}

async function dispatch(
  context: RealtimeContext,
  connection: Connection,
  message: ProtocolMessage,
) {
  const { topic, event, joinRef } = message
  if (topic === 'phoenix' && event === 'heartbeat') return reply(connection, message, 'ok', {})
  if (event === 'phx_join') return handleJoin(context, connection, message)
  const channel = connection.channels.get(topic)
  // A message with the `joinRef` of an earlier join does not apply to the current channel.
  const isCurrent = channel && (joinRef === null || joinRef === channel.joinRef)
  if (event === 'phx_leave') {
    if (isCurrent) leaveChannel(context, connection, channel)
    return reply(connection, message, 'ok', {})
  }
  if (!isCurrent) throw unmatchedTopic()
  return dispatchToChannel(context, connection, channel, message)
}

async function dispatchToChannel(
  context: RealtimeContext,
  connection: Connection,
  channel: Channel,
  message: ProtocolMessage,
) {
  switch (message.event) {
    case 'broadcast':
      await handleBroadcast(context, channel, message.payload)
      if (channel.wantsAck) reply(connection, message, 'ok', {})
      return
    case 'presence':
      await handlePresence(context, channel, message.payload)
      return reply(connection, message, 'ok', {})
    case 'access_token':
      return renewOrDismiss(context, connection, channel, message)
    default:
      throw notSupported(`The event "${message.event}"`)
  }
}

async function handleJoin(
  context: RealtimeContext,
  connection: Connection,
  message: ProtocolMessage,
) {
  const { topic } = message
  if (!connection.channels.has(topic) && connection.channels.size >= maxChannels) {
    throw tooManyChannels()
  }
  const prepared = await prepareJoin(context, {
    sink: connection,
    message,
    apikey: connection.apikey,
    countJoin: (userId) => context.messageQuota.countJoin(userId ?? connection.id),
    countConnection: (userId) => countUserConnection(context, connection, userId),
  })
  if (connection.isClosing) return
  const previous = connection.channels.get(topic)
  const { subscriptions: maxSubscriptions } = context.limits().open
  context.subscriptions.refuseTooMany(prepared.channel, prepared.bound, previous, maxSubscriptions)
  if (previous) leaveChannel(context, connection, previous)
  connection.channels.set(topic, prepared.channel)
  openChannel(context, prepared)
  reply(connection, message, 'ok', { postgres_changes: confirmedBindings(prepared) })
  await sendInitialState(context, prepared)
}

/** Counts the connection once against the quota of each user who joins a channel. */
function countUserConnection(
  { connectionQuotas, limits }: RealtimeContext,
  connection: Connection,
  userId: string | undefined,
) {
  if (userId === undefined || connection.isClosing || connection.userIds.has(userId)) return
  connectionQuotas.users.refuseIfFull(userId, limits().open.socketsOfUser)
  connectionQuotas.users.add(userId)
  connection.userIds.add(userId)
}

function leaveChannel(context: RealtimeContext, connection: Connection, channel: Channel) {
  connection.channels.delete(channel.topic)
  connection.lastUsedAt = Date.now()
  closeChannel(context, channel)
  sendEvent(channel, 'phx_close', {})
}

async function renewOrDismiss(
  context: RealtimeContext,
  connection: Connection,
  channel: Channel,
  { payload }: ProtocolMessage,
) {
  try {
    await renewToken(context, channel, payload, connection.apikey)
  } catch (error) {
    if (!(error instanceof RealtimeError)) throw error
    dismiss(context, connection, channel, error.reason)
  }
}

/** Removes a channel from its connection, closes it, and sends the client the reason. */
export function dismiss(
  context: RealtimeContext,
  connection: Connection,
  channel: Channel,
  reason: string,
) {
  connection.channels.delete(channel.topic)
  connection.lastUsedAt = Date.now()
  closeChannelWithError(context, channel, reason)
}

function reply(
  connection: Connection,
  { joinRef, ref, topic }: ProtocolMessage,
  status: 'ok' | 'error',
  response: object,
) {
  if (ref === null) return
  const payload = { status, response }
  connection.send(
    writeMessage(connection.version, { joinRef, ref, topic, event: 'phx_reply', payload }),
  )
}
