// Accepts broadcasts over HTTP from clients without a WebSocket.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressOf } from '../http/request-address.ts'
import type { Identity } from '../http/identity.ts'
import {
  identifyWithLimit,
  loadPrivateRights,
  rightsOnPublicTopic,
} from './channels/authorization.ts'
import { type Broadcast, publishBroadcast } from './channels/broadcast.ts'
import { eventName, payloadSchema, roomKeyOf, topicName } from './channels/channel.ts'
import { malformed, malformedInput, notSupported, unauthorized } from './errors.ts'
import type { RealtimeContext } from './realtime-dependencies.ts'

const maxBodyBytes = 256 * 1024
const root = '/api/broadcast'
const event = eventName.min(1, 'A name is required.')

const broadcastBody = z.object({
  messages: z
    .array(
      z.object({
        topic: topicName,
        event,
        payload: payloadSchema,
        private: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(100),
})
const broadcastAddress = z.object({
  address: z.tuple([topicName, z.literal('events'), event]),
  query: z.looseObject({ private: z.enum(['true', 'false']).optional() }),
})

interface RoomBroadcast {
  room: { name: string; isPrivate: boolean }
  broadcast: Broadcast
}

export function addBroadcastRoutes(app: FastifyInstance, context: RealtimeContext) {
  const post = (url: string, parse: (request: FastifyRequest) => RoomBroadcast[]) =>
    app.route({
      method: 'POST',
      url,
      bodyLimit: maxBodyBytes,
      handler: async (request, reply) => {
        const identity = await identifyWithLimit(context, request.headers, (caller) =>
          countRequest(context, caller, request),
        )
        const broadcasts = parse(request)
        countMore(context, identity, request, broadcasts.length - 1)
        await publishAll(context, identity, broadcasts)
        return reply.code(202).send()
      },
    })
  post(root, broadcastsInBody)
  post(`${root}/*`, (request) => [broadcastInAddress(request)])
}

/** Counts one message and all bytes of the body, before the body is parsed. */
function countRequest(
  { messageQuota }: RealtimeContext,
  caller: Identity,
  request: FastifyRequest,
) {
  const key = quotaKeyOf(caller, request)
  const bytes = Buffer.isBuffer(request.body) ? request.body.length : 0
  if (key !== undefined) messageQuota.countMessage(key, bytes)
}

/** Counts the messages of the parsed body, except the one that is counted already. */
function countMore(
  { messageQuota }: RealtimeContext,
  caller: Identity,
  request: FastifyRequest,
  more: number,
) {
  const key = quotaKeyOf(caller, request)
  if (key !== undefined) messageQuota.countMessage(key, 0, more)
}

/** Returns the key of the caller's quota, or undefined for the service role, which has no limits. */
function quotaKeyOf({ role, sub }: Identity, request: FastifyRequest) {
  return role === 'service_role' ? undefined : (sub ?? addressOf(request))
}

/** Checks the rights on all topics before it publishes the first broadcast, so a refused request publishes nothing. */
async function publishAll(
  context: RealtimeContext,
  identity: Identity,
  broadcasts: readonly RoomBroadcast[],
) {
  for (const [first] of Map.groupBy(broadcasts, ({ room }) => roomKeyOf(room)).values()) {
    if (first) await checkCanWrite(context, identity, first.room)
  }
  for (const { room, broadcast } of broadcasts)
    publishBroadcast(context, room, { broadcast, identity })
}

async function checkCanWrite(
  context: RealtimeContext,
  identity: Identity,
  { name, isPrivate }: RoomBroadcast['room'],
) {
  const rights = isPrivate
    ? await loadPrivateRights(context.pool, name, identity)
    : rightsOnPublicTopic(identity, context.publicChannels)
  if (!rights.writable.has('broadcast')) throw unauthorized('write to', name)
}

function broadcastsInBody(request: FastifyRequest): RoomBroadcast[] {
  const parsed = broadcastBody.safeParse(jsonBodyOf(request))
  if (!parsed.success) {
    throw malformedInput(
      'The body must be {"messages": [{topic, event, payload, private}]}',
      parsed.error,
    )
  }
  return parsed.data.messages.map(({ topic, private: isPrivate, ...broadcast }) => ({
    room: { name: topic, isPrivate },
    broadcast,
  }))
}

function broadcastInAddress(request: FastifyRequest): RoomBroadcast {
  const parsed = broadcastAddress.safeParse({ address: partsOf(request.url), query: request.query })
  if (!parsed.success) {
    throw malformedInput('The address must be /api/broadcast/{topic}/events/{event}', parsed.error)
  }
  const {
    address: [name, , eventInAddress],
    query,
  } = parsed.data
  const wantsPersistence = Object.keys(query).some((key) => key.startsWith('persist'))
  if (wantsPersistence) throw notSupported('Keeping broadcasts')
  const room = { name, isPrivate: query.private === 'true' }
  return { room, broadcast: { event: eventInAddress, ...contentOf(request) } }
}

/** Splits the path after `root`. A slash inside a name is sent as %2F. */
function partsOf(url: string) {
  const [address = ''] = url.split('?')
  const rest = address.slice(address.indexOf(root) + root.length + 1)
  try {
    return rest.split('/').map(decodeURIComponent)
  } catch {
    throw malformed('The address cannot be decoded.')
  }
}

function contentOf(request: FastifyRequest) {
  const isBinary = request.headers['content-type'] === 'application/octet-stream'
  return isBinary && Buffer.isBuffer(request.body)
    ? { bytes: request.body }
    : { payload: payloadIn(request) }
}

function payloadIn(request: FastifyRequest) {
  const parsed = payloadSchema.safeParse(jsonBodyOf(request))
  if (!parsed.success) throw malformedInput('The body must be a payload', parsed.error)
  return parsed.data
}

function jsonBodyOf({ body }: FastifyRequest): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    throw malformed('The body is not JSON.')
  }
}
