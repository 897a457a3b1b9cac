// The data dialect: tables, views and functions of the exposed schemas, as supabase-js asks for them.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { targetOf } from '../http/target.ts'
import { addressOf } from '../http/address.ts'
import type { Turns } from '../http/turns.ts'
import type { RequestPool } from '../database/requests/request-pool.ts'
import type { Admission } from '../http/admission.ts'
import type { Identities } from '../http/identity.ts'
import { answerRequest } from './answer-request.ts'
import { ReadShapes } from './read-shapes.ts'
import { asRestError } from './database-errors.ts'
import type { SchemaCache } from './schema/schema.ts'
import { sendError } from './send-error.ts'
import type { RestSettings } from './settings.ts'

export interface RestParts {
  requests: RequestPool
  identities: Identities
  schema: () => SchemaCache
  admission: Admission
  turns: Turns
  settings: RestSettings
}

const prefix = '/rest/v1'
// A preflight is answered around the dialects, but only where there is a route.
const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const

export function addRest(app: FastifyInstance, parts: RestParts) {
  const shapes = new ReadShapes()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply))
  for (const url of [prefix, `${prefix}/*`]) {
    app.route({
      method: [...methods],
      url,
      handler: (request, reply) => answer(request, reply, parts, shapes),
    })
  }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: RestParts,
  shapes: ReadShapes,
) {
  const { admission, turns, requests, identities, schema, settings } = parts
  const identity = await identities.of(request.headers)
  if (identity.sub !== undefined) admission.person(identity.sub)
  const raw = {
    method: request.method,
    url: targetOf(request).slice(prefix.length),
    headers: request.headers,
    body: Buffer.isBuffer(request.body) ? request.body : undefined,
  }
  const address = addressOf(request)
  const asking = { raw, identity, address }
  try {
    const who = identity.sub ?? address
    const { status, headers, body } = await turns.take(who, () =>
      answerRequest(asking, { requests, shapes, cache: schema(), settings }),
    )
    return await reply.code(status).headers(headers).send(body)
  } catch (error) {
    throw asRestError(error, identity.role === settings.anonymousRole)
  }
}
