// Broadcasts by request, for whoever has no socket.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sayIn, type Said } from './channels/broadcast.ts'
import { roomOf } from './channels/channel.ts'
import { identifyAdmitted } from './channels/identify.ts'
import { eventName, topicName } from './channels/names.ts'
import { privateRights, publicRights } from './channels/rights.ts'
import { addressOf } from '../http/address.ts'
import type { Identity } from '../http/identity.ts'
import type { Live } from './parts.ts'
import { misread, notSupported, unauthorized, unreadable } from './refused.ts'

const longestBody = 256 * 1024
const root = '/api/broadcast'
const event = eventName.min(1, 'It has a name.')

const several = z.object({
  messages: z
    .array(
      z.object({
        topic: topicName,
        event,
        payload: z.unknown().optional(),
        private: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(100),
})
const one = z.object({
  address: z.tuple([topicName, z.literal('events'), event]),
  query: z.looseObject({ private: z.enum(['true', 'false']).optional() }),
})

interface Word {
  room: { name: string; isPrivate: boolean }
  said: Said
}

export function addCalls(app: FastifyInstance, live: Live) {
  const post = (url: string, wordsIn: (request: FastifyRequest) => Word[]) =>
    app.route({
      method: 'POST',
      url,
      bodyLimit: longestBody,
      handler: async (request, reply) => {
        const identity = await identifyAdmitted(live, request.headers, (caller) =>
          countRequest(live, caller, request),
        )
        const words = wordsIn(request)
        countMore(live, identity, request, words.length - 1)
        await sayAll(live, identity, words)
        return reply.code(202).send()
      },
    })
  post(root, wordsInBody)
  post(`${root}/*`, (request) => [wordIn(request)])
}

/** The request is a message already, with all its bytes. */
function countRequest({ allowances }: Live, caller: Identity, request: FastifyRequest) {
  const who = countedAs(caller, request)
  const bytes = Buffer.isBuffer(request.body) ? request.body.length : 0
  if (who !== undefined) allowances.message(who, bytes)
}

/** What more there are in it counts once it is read. */
function countMore({ allowances }: Live, caller: Identity, request: FastifyRequest, more: number) {
  const who = countedAs(caller, request)
  if (who !== undefined) allowances.message(who, 0, more)
}

/** The server's own key has no limits. */
function countedAs({ role, sub }: Identity, request: FastifyRequest) {
  return role === 'service_role' ? undefined : (sub ?? addressOf(request))
}

/** All or nothing: nobody hears the first of them where the last is refused. */
async function sayAll(live: Live, identity: Identity, words: readonly Word[]) {
  for (const [first] of Map.groupBy(words, ({ room }) => roomOf(room)).values()) {
    if (first) await refuseMute(live, identity, first.room)
  }
  for (const { room, said } of words) sayIn(live, room, { said, identity })
}

async function refuseMute(live: Live, identity: Identity, { name, isPrivate }: Word['room']) {
  const rights = isPrivate
    ? await privateRights(live.pool, name, identity)
    : publicRights(identity, live.publicChannels)
  if (!rights.speak.has('broadcast')) throw unauthorized('write to', name)
}

function wordsInBody(request: FastifyRequest): Word[] {
  const read = several.safeParse(parsed(request))
  if (!read.success) {
    throw misread('The body is {"messages": [{topic, event, payload, private}]}', read.error)
  }
  return read.data.messages.map(({ topic, private: isPrivate, ...said }) => ({
    room: { name: topic, isPrivate },
    said,
  }))
}

function wordIn(request: FastifyRequest): Word {
  const read = one.safeParse({ address: partsOf(request.url), query: request.query })
  if (!read.success) {
    throw misread('The address is /api/broadcast/{topic}/events/{event}', read.error)
  }
  const {
    address: [name, , what],
    query,
  } = read.data
  const keeps = Object.keys(query).some((key) => key.startsWith('persist'))
  if (keeps) throw notSupported('Keeping broadcasts')
  const room = { name, isPrivate: query.private === 'true' }
  return { room, said: { event: what, ...contentOf(request) } }
}

/** Of what follows in the address; a name may have slashes of its own, which are written %2F. */
function partsOf(url: string) {
  const [address = ''] = url.split('?')
  const rest = address.slice(address.indexOf(root) + root.length + 1)
  try {
    return rest.split('/').map(decodeURIComponent)
  } catch {
    throw unreadable('The address cannot be decoded.')
  }
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
