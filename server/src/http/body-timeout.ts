// Limits the time for receiving a request body. Routes for large bodies set `allowsSlowBody` and have other limits.
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { rejectUnreadable } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    allowsSlowBody?: boolean
  }
}

/**
 * The timeout of handlers is 30 s, and its response says that the server is busy. This timeout is shorter, so that a
 * slow client gets status 408 instead.
 */
const bodyTimeoutMs = 28_000

export function limitBodyTime(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw, headers, routeOptions }, _reply, done) => {
    const hasBody =
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    // A server function sends its requests through `app.inject()`. Such a request has no network socket, and its body
    // is complete.
    const hasConnection = raw.socket instanceof Socket
    if (hasBody && hasConnection && routeOptions.config.allowsSlowBody !== true) {
      const timer = setTimeout(() => abortRequest(raw), bodyTimeoutMs).unref()
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** Responds with status 408 and destroys the request. A handler that still waits for the body then fails. */
function abortRequest(request: IncomingMessage) {
  if (request.complete) return
  const reason = new Error('The body did not arrive in time.')
  rejectUnreadable(Object.assign(reason, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket)
  request.destroy()
}
