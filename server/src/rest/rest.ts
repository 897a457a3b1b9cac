// Serves the tables, views and functions of the exposed schemas below /rest/v1, as supabase-js expects them.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf, networkOf, targetOf } from '../http/request-address.ts'
import { addLogFields } from '../http/request-log.ts'
import type { DatabaseQueue } from '../http/database-queue.ts'
import type { Replica } from '../postgres/replication/replica.ts'
import type { RequestPool } from '../postgres/pool/request-pool.ts'
import type { RateLimiter } from '../http/rate-limits.ts'
import type { Identities } from '../http/identity.ts'
import { handleRestRequest } from './pipeline.ts'
import { DescriptionCache } from './openapi/root.ts'
import { PlanCache } from './plan-cache.ts'
import { sendError, toRestError } from './error-response.ts'
import type { SchemaCache } from './schema/schema.ts'
import type { RestSettings } from './settings.ts'
import { Stopwatch, type Timing, untimed } from './server-timing.ts'

export interface RestOptions {
  requests: RequestPool
  /** A replica for reads whose clients accept a stale response. */
  replica: Replica | undefined
  identities: Identities
  schema: () => SchemaCache
  rateLimiter: RateLimiter
  databaseQueue: DatabaseQueue
  settings: RestSettings
}

interface RestCaches {
  planCache: PlanCache
  descriptions: DescriptionCache
}

const prefix = '/rest/v1'
// OPTIONS is listed because the server answers preflight requests only where a route exists.
const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const

/** Returns whether these routes answer OPTIONS requests for this URL, except preflight requests. */
export function handlesOptions({ url }: FastifyRequest) {
  return url.startsWith(prefix)
}

export function addRest(app: FastifyInstance, options: RestOptions) {
  const caches = { planCache: new PlanCache(), descriptions: new DescriptionCache() }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply))
  app.addHook('onRequest', preventCaching)
  for (const url of [prefix, `${prefix}/*`]) {
    app.route({
      method: [...methods],
      url,
      handler: (request, reply) => handleRequest(request, reply, options, caches),
    })
  }
}

/** Prevents caches from storing a user's data. The Vary header is for database functions that allow caching. */
function preventCaching(_request: FastifyRequest, reply: FastifyReply, done: () => void) {
  reply.header('cache-control', 'no-store')
  reply.header('vary', 'Accept, Prefer, Range')
  done()
}

async function handleRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  options: RestOptions,
  caches: RestCaches,
) {
  const { settings } = options
  const stopwatch = settings.sendsServerTiming ? new Stopwatch() : undefined
  try {
    const { status, headers, body } = await authenticateAndHandle(
      request,
      options,
      caches,
      stopwatch ?? untimed,
    )
    return await reply
      .code(status)
      .headers({ ...timingHeader(stopwatch), ...headers })
      .send(body)
  } catch (error) {
    reply.headers(timingHeader(stopwatch))
    throw error
  }
}

function timingHeader(stopwatch: Stopwatch | undefined): Record<string, string> {
  return stopwatch ? { 'server-timing': stopwatch.header() } : {}
}

async function authenticateAndHandle(
  request: FastifyRequest,
  { rateLimiter, databaseQueue, requests, replica, identities, schema, settings }: RestOptions,
  caches: RestCaches,
  timing: Timing,
) {
  timing.begin('jwt')
  const identity = await identities.identify(request.headers)
  addLogFields(request, { user: identity.sub })
  if (identity.sub !== undefined) rateLimiter.checkUser(identity.sub)
  const raw = {
    method: request.method,
    url: targetOf(request).slice(prefix.length),
    headers: request.headers,
    body: Buffer.isBuffer(request.body) ? request.body : undefined,
  }
  const address = addressOf(request)
  timing.begin('wait')
  try {
    const key = identity.sub ?? networkOf(address)
    return await databaseQueue.run({ key, identity }, (user) =>
      handleRestRequest(
        { raw, identity, address, user },
        { ...caches, requests, replica, schemaCache: schema(), settings, timing },
      ),
    )
  } catch (error) {
    throw toRestError(error, identity.role === settings.anonymousRole)
  }
}
