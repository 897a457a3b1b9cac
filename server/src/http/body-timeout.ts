// Limits the time for receiving a request body, except on routes with `allowsSlowBody`.
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { rejectUnreadable } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    allowsSlowBody?: boolean
  }
}

/** This timeout is shorter than the 30 s of handlers, so that a slow client gets status 408. */
const bodyTimeoutMs = 28_000

export function limitBodyTime(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw, headers, routeOptions }, _reply, done) => {
    const hasBody =
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    // A request through `app.inject()` has no network socket, and its body is complete.
    const hasConnection = raw.socket instanceof Socket
    if (hasBody && hasConnection && routeOptions.config.allowsSlowBody !== true) {
      const timer = setTimeout(() => abortRequest(raw), bodyTimeoutMs).unref()
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** Responds with status 408 and destroys the request, so that the waiting handler fails. */
function abortRequest(request: IncomingMessage) {
  if (request.complete) return
  const reason = new Error('The body did not arrive in time.')
  rejectUnreadable(Object.assign(reason, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket)
  request.destroy()
}
