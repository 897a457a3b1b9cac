// The sign-in dialect: accounts, sessions and what proves them, as supabase-js asks for them.
import type { FastifyError, FastifyInstance } from 'fastify'
import { calls } from './calls.ts'
import { badBody } from './errors.ts'
import type { Auth } from './parts.ts'
import { sendError } from './send-error.ts'

const prefix = '/auth/v1'
/** A token's worth of what people say of themselves, and no more. */
const bodyLimit = 64 * 1024

export function addAuth(app: FastifyInstance, auth: Auth) {
  takeJson(app)
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply))
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  for (const { method, path, answer } of calls) {
    app.route({
      method,
      url: `${prefix}${path}`,
      bodyLimit,
      handler: async (request, reply) => {
        const body = await answer(auth, request, reply)
        if (reply.sent) return reply
        return body === undefined ? reply.code(204).send() : reply.send(body)
      },
    })
  }
}

/** Whatever it is declared as, a body is JSON here; some clients declare it and send none. */
function takeJson(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)))
    } catch {
      done(badBody('Could not parse request body as JSON'))
    }
  })
}
