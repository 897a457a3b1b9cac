// How long a body may take to arrive. Those that are small by nature have half a minute; a route that takes
// large ones watches over them itself.
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { answerUnreadable } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyTakesLong?: boolean
  }
}

/** Less than a handler may take, whose end would say that the server is busy. */
const bodyTakes = 28_000

/** Ends a request whose body does not come; what waits for it fails. */
function cutOff(request: IncomingMessage) {
  if (request.complete) return
  const reason = new Error('The body did not come in time.')
  answerUnreadable(Object.assign(reason, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket)
  request.destroy()
}

export function limitBodyTime(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw, headers, routeOptions }, _reply, done) => {
    const hasBody =
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    // What our own functions ask comes without a connection, and whole.
    const isFromOutside = raw.socket instanceof Socket
    if (hasBody && isFromOutside && routeOptions.config.bodyTakesLong !== true) {
      const late = setTimeout(() => cutOff(raw), bodyTakes).unref()
      raw.once('close', () => clearTimeout(late))
    }
    done()
  })
}
