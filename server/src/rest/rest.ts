// The data dialect: tables, views and functions of the exposed schemas, as supabase-js asks for them.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { targetOf } from '../http/target.ts'
import { addressOf } from '../http/address.ts'
import { networkOf } from '../http/network.ts'
import { note } from '../http/request-log.ts'
import type { Turns } from '../http/turns.ts'
import type { Replica } from '../postgres/replication/replica.ts'
import type { RequestPool } from '../postgres/pool/request-pool.ts'
import type { Admission } from '../http/admission.ts'
import type { Identities } from '../http/identity.ts'
import { answerRequest } from './answer-request.ts'
import { Descriptions } from './openapi/descriptions.ts'
import { ReadShapes } from './read-shapes.ts'
import { asRestError } from './database-errors.ts'
import type { SchemaCache } from './schema/schema.ts'
import { sendError } from './send-error.ts'
import type { RestSettings } from './settings.ts'
import { Stopwatch, type Timing, untimed } from './stopwatch.ts'

export interface RestParts {
  requests: RequestPool
  /** For reads that may be a little old. */
  replica: Replica | undefined
  identities: Identities
  schema: () => SchemaCache
  admission: Admission
  turns: Turns
  settings: RestSettings
}

/** What was worked out for one request and serves others. */
interface Kept {
  shapes: ReadShapes
  descriptions: Descriptions
}

const prefix = '/rest/v1'
// A preflight is answered around the dialects, but only where there is a route.
const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const

/** Everywhere in this dialect, but for preflights. */
export function answersOptions({ url }: FastifyRequest) {
  return url.startsWith(prefix)
}

export function addRest(app: FastifyInstance, parts: RestParts) {
  const kept = { shapes: new ReadShapes(), descriptions: new Descriptions() }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply))
  app.addHook('onRequest', tellCaches)
  for (const url of [prefix, `${prefix}/*`]) {
    app.route({
      method: [...methods],
      url,
      handler: (request, reply) => answer(request, reply, parts, kept),
    })
  }
}

/** What somebody may read is in no cache; where a function says otherwise of its own answer, a cache reads what of. */
function tellCaches(_request: FastifyRequest, reply: FastifyReply, done: () => void) {
  reply.header('cache-control', 'no-store')
  reply.header('vary', 'Accept, Prefer, Range')
  done()
}

async function answer(request: FastifyRequest, reply: FastifyReply, parts: RestParts, kept: Kept) {
  const { settings } = parts
  const stopwatch = settings.tellsTimes ? new Stopwatch() : undefined
  try {
    const { status, headers, body } = await answered(request, parts, kept, stopwatch ?? untimed)
    return await reply
      .code(status)
      .headers({ ...times(stopwatch), ...headers })
      .send(body)
  } catch (error) {
    reply.headers(times(stopwatch))
    throw error
  }
}

function times(stopwatch: Stopwatch | undefined): Record<string, string> {
  return stopwatch ? { 'server-timing': stopwatch.header() } : {}
}

async function answered(
  request: FastifyRequest,
  { admission, turns, requests, replica, identities, schema, settings }: RestParts,
  kept: Kept,
  timing: Timing,
) {
  timing.begin('jwt')
  const identity = await identities.of(request.headers)
  note(request, { person: identity.sub })
  if (identity.sub !== undefined) admission.person(identity.sub)
  const raw = {
    method: request.method,
    url: targetOf(request).slice(prefix.length),
    headers: request.headers,
    body: Buffer.isBuffer(request.body) ? request.body : undefined,
  }
  const address = addressOf(request)
  const asking = { raw, identity, address }
  timing.begin('wait')
  try {
    return await turns.take(identity.sub ?? networkOf(address), () =>
      answerRequest(asking, { ...kept, requests, replica, cache: schema(), settings, timing }),
    )
  } catch (error) {
    throw asRestError(error, identity.role === settings.anonymousRole)
  }
}
