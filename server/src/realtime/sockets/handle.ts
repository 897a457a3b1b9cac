// What a client's message leads to. Whatever fails is answered, and the next good one works.
import { messageOf } from '../../message-of.ts'
import { broadcast } from '../channels/broadcast.ts'
import { type Channel, tell } from '../channels/channel.ts'
import { close, confirmed, open, prepareJoin, shut, welcome } from '../channels/join.ts'
import { renew } from '../channels/renew.ts'
import { presence } from '../channels/track.ts'
import type { Live } from '../parts.ts'
import { failed, notSupported, Refused, tooManyChannels, unmatchedTopic } from '../refused.ts'
import type { Message } from '../wire/message.ts'
import { writeMessage } from '../wire/write-message.ts'
import type { Connection } from './connection.ts'

const mostChannels = 100

export async function handle(live: Live, connection: Connection, message: Message) {
  try {
    await answer(live, connection, message)
  } catch (error) {
    if (!(error instanceof Refused)) {
      live.log.error({ err: error }, `A message of a socket failed: ${messageOf(error)}`)
    }
    const { reason } = error instanceof Refused ? error : failed()
    reply(connection, message, 'error', { reason })
  }
}

async function answer(live: Live, connection: Connection, message: Message) {
  const { topic, event, joinRef } = message
  if (topic === 'phoenix' && event === 'heartbeat') return reply(connection, message, 'ok', {})
  if (event === 'phx_join') return join(live, connection, message)
  const channel = connection.channels.get(topic)
  // A message to a join that is over means nothing to the present one.
  const isCurrent = channel && (joinRef === null || joinRef === channel.joinRef)
  if (event === 'phx_leave') {
    if (isCurrent) leave(live, connection, channel)
    return reply(connection, message, 'ok', {})
  }
  if (!isCurrent) throw unmatchedTopic()
  return answerIn(live, connection, channel, message)
}

async function answerIn(live: Live, connection: Connection, channel: Channel, message: Message) {
  switch (message.event) {
    case 'broadcast':
      await broadcast(live, channel, message.payload)
      if (channel.wantsReceipts) reply(connection, message, 'ok', {})
      return
    case 'presence':
      await presence(live, channel, message.payload)
      return reply(connection, message, 'ok', {})
    case 'access_token':
      return renewOrShut(live, connection, channel, message)
    default:
      throw notSupported(`The event "${message.event}"`)
  }
}

async function join(live: Live, connection: Connection, message: Message) {
  const { topic } = message
  if (!connection.channels.has(topic) && connection.channels.size >= mostChannels) {
    throw tooManyChannels()
  }
  const prepared = await prepareJoin(live, {
    outlet: connection,
    message,
    apikey: connection.apikey,
    admit: (who) => live.allowances.join(who ?? connection.id),
    seat: (who) => seat(live, connection, who),
  })
  if (connection.isClosing) return
  const before = connection.channels.get(topic)
  const { subscriptions: most } = live.limits().open
  live.subscriptions.refuseTooMany(prepared.channel, prepared.bound, before, most)
  if (before) leave(live, connection, before)
  connection.channels.set(topic, prepared.channel)
  open(live, prepared)
  reply(connection, message, 'ok', { postgres_changes: confirmed(prepared) })
  await welcome(live, prepared)
}

/** A person's sockets are counted by those in which they joined. */
function seat({ seats, limits }: Live, connection: Connection, who: string | undefined) {
  if (who === undefined || connection.isClosing || connection.people.has(who)) return
  seats.persons.refuseFull(who, limits().open.socketsOfPerson)
  seats.persons.take(who)
  connection.people.add(who)
}

function leave(live: Live, connection: Connection, channel: Channel) {
  connection.channels.delete(channel.topic)
  connection.usedAt = Date.now()
  close(live, channel)
  tell(channel, 'phx_close', {})
}

async function renewOrShut(
  live: Live,
  connection: Connection,
  channel: Channel,
  { payload }: Message,
) {
  try {
    await renew(live, channel, payload, connection.apikey)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    dismiss(live, connection, channel, error.reason)
  }
}

/** Its person has to go, and is told why. */
export function dismiss(live: Live, connection: Connection, channel: Channel, reason: string) {
  connection.channels.delete(channel.topic)
  connection.usedAt = Date.now()
  shut(live, channel, reason)
}

export function reply(
  connection: Connection,
  { joinRef, ref, topic }: Message,
  status: 'ok' | 'error',
  response: object,
) {
  if (ref === null) return
  const payload = { status, response }
  connection.send(
    writeMessage(connection.version, { joinRef, ref, topic, event: 'phx_reply', payload }),
  )
}
