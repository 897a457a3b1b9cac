// Limits how long a request body may take. Routes for large bodies set `allowsSlowBody` and have separate limits.
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { rejectUnreadable } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    allowsSlowBody?: boolean
  }
}

/** This is shorter than the timeout of handlers, which would respond that the server is busy. */
const bodyTimeoutMs = 28_000

export function limitBodyTime(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw, headers, routeOptions }, _reply, done) => {
    const hasBody =
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    // Requests of our own server functions have no connection, and their bodies are complete.
    const hasConnection = raw.socket instanceof Socket
    if (hasBody && hasConnection && routeOptions.config.allowsSlowBody !== true) {
      const timer = setTimeout(() => abortRequest(raw), bodyTimeoutMs).unref()
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** Responds and ends the request. A handler that waits for the body fails. */
function abortRequest(request: IncomingMessage) {
  if (request.complete) return
  const reason = new Error('The body did not arrive in time.')
  rejectUnreadable(Object.assign(reason, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket)
  request.destroy()
}
