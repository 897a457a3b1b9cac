// Broadcasts by request, for whoever has no socket.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sayIn, type Said } from './channels/broadcast.ts'
import { privateRights, publicRights, refuseEndedSession } from './channels/rights.ts'
import { addressOf } from '../http/address.ts'
import type { Identity } from '../http/identity.ts'
import type { Live } from './parts.ts'
import { notSupported, unauthorized, unreadable } from './refused.ts'

const longestBody = 256 * 1024
const name = z.string().min(1).max(240)
const event = z.string().min(1).max(255)

const several = z.object({
  messages: z
    .array(
      z.object({
        topic: name,
        event,
        payload: z.unknown().optional(),
        private: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(100),
})
const path = z.tuple([name, z.literal('events'), event])
const query = z.looseObject({ private: z.enum(['true', 'false']).optional() })

export function addCalls(app: FastifyInstance, live: Live) {
  app.route({
    method: 'POST',
    url: '/api/broadcast',
    bodyLimit: longestBody,
    handler: async (request, reply) => {
      const identity = await callerOf(live, request)
      const read = several.safeParse(parsed(request))
      if (!read.success)
        throw unreadable('The body is {"messages": [{topic, event, payload, private}]}.')
      for (const { topic, private: isPrivate, ...said } of read.data.messages) {
        await say(live, identity, { name: topic, isPrivate }, said)
      }
      return reply.code(202).send()
    },
  })
  app.route<{ Params: { '*': string } }>({
    method: 'POST',
    url: '/api/broadcast/*',
    bodyLimit: longestBody,
    handler: async (request, reply) => {
      const identity = await callerOf(live, request)
      const read = path.safeParse(request.params['*'].split('/'))
      const options = query.safeParse(request.query)
      if (!read.success || !options.success) {
        throw unreadable('The address is /api/broadcast/{topic}/events/{event}.')
      }
      const keeps = Object.keys(options.data).some((key) => key.startsWith('persist'))
      if (keeps) throw notSupported('Keeping broadcasts')
      const [topic, , what] = read.data
      const room = { name: topic, isPrivate: options.data.private === 'true' }
      await say(live, identity, room, { event: what, ...contentOf(request) })
      return reply.code(202).send()
    },
  })
}

async function callerOf({ identities, pool, allowances }: Live, request: FastifyRequest) {
  const identity = await identities.of(request.headers)
  await refuseEndedSession(pool, identity)
  const { role, sub = addressOf(request) } = identity
  const bytes = Buffer.isBuffer(request.body) ? request.body.length : 0
  if (role !== 'service_role') allowances.message(sub, bytes)
  return identity
}

async function say(
  live: Live,
  identity: Identity,
  room: { name: string; isPrivate: boolean },
  said: Said,
) {
  const rights = room.isPrivate
    ? await privateRights(live.pool, room.name, identity)
    : publicRights(identity, live.publicChannels)
  if (!rights.speak.has('broadcast')) throw unauthorized('write to', room.name)
  sayIn(live, room, { said, identity })
}

function contentOf(request: FastifyRequest) {
  const isBinary = request.headers['content-type'] === 'application/octet-stream'
  return isBinary && Buffer.isBuffer(request.body)
    ? { bytes: request.body }
    : { payload: parsed(request) }
}

function parsed({ body }: FastifyRequest): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    throw unreadable('The body is not JSON.')
  }
}
