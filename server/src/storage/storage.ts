// The file dialect: buckets, objects and links to them, as supabase-js asks for them.
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from './call.ts'
import { calls } from './calls.ts'
import { noSuchCall, invalid, notSupported } from './errors.ts'
import type { Storage } from './parts.ts'
import { sendError } from './send-error.ts'

/** 1,000 names of 1,024 characters. */
const bodyLimit = 1100 * 1024
/** For a slow line: what moves bytes has limits of its own, for each time that nothing moves. */
const bytesTake = 24 * 3600_000

export async function addStorage(app: FastifyInstance, storage: Storage) {
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.setErrorHandler((error: FastifyError, request, reply) =>
        sendError(error, request, reply),
      )
      scope.setNotFoundHandler((request, reply) => sendError(refusalOf(request), request, reply))
      await scope.register(async (plain) => {
        takeJson(plain)
        for (const call of calls) if (!call.takes) addCall(plain, storage, call)
      })
      await scope.register(async (raw) => {
        // The call reads it itself, once it is clear that it is wanted.
        raw.addContentTypeParser('*', (_request, _payload, done) => done(null))
        for (const call of calls) if (call.takes) addCall(raw, storage, call)
      })
    },
    { prefix: '/storage/v1' },
  )
}

function addCall(scope: FastifyInstance, storage: Storage, call: Call) {
  const { method, path, takes, gives, moves, most = bodyLimit } = call
  scope.route({
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    url: path,
    bodyLimit: most,
    exposeHeadRoute: false,
    config: { bodyTakesLong: takes === 'bytes' },
    ...(takes || gives || moves ? { handlerTimeout: bytesTake } : {}),
    handler: async (request, reply) => {
      const body = await call.answer(storage, request, reply)
      return gives ? reply : reply.header('cache-control', 'no-store').send(body)
    },
  })
}

/** Whatever it is declared as, a body is JSON here; some clients declare it and send none. */
function takeJson(app: FastifyInstance) {
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)))
    } catch {
      done(invalid('The body is not JSON.'))
    }
  })
}

const elsewhere: [path: RegExp, what: string][] = [
  [/^\/cdn\//u, 'Purging a cache is'],
  [/^\/bucket\/[^/]+\/lifecycle$/u, 'Lifecycles of buckets are'],
  [/^\/upload\/resumable/u, 'Resumable uploads are'],
  [/^\/vector\//u, 'Vector buckets are'],
  [/^\/iceberg\//u, 'Analytics buckets are'],
  [/^\/s3(?:\/|$)/u, 'The S3 protocol is'],
]

/** What others offer at such an address is named. */
function refusalOf({ url }: FastifyRequest) {
  const path = url.replace(/^.*?\/storage\/v1/u, '').replace(/\?.*$/u, '')
  const found = elsewhere.find(([place]) => place.test(path))
  return found ? notSupported(found[1]) : noSuchCall()
}
