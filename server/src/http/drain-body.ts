// Reads the rest of a request body after an early response. If the connection closed, a client that is still sending
// would lose the response.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A client that sends for longer is unlikely to read the response. */
const drainTimeoutMs = 10_000

export function drainBodies(app: FastifyInstance) {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (!raw.complete) {
      // Fastify and Node.js would close the connection, because the body is not read yet.
      reply.removeHeader('connection')
      reply.raw.shouldKeepAlive = true
    }
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    drainBody(request)
    done()
  })
}

/** Reads the rest of the body, and closes the connection if the client sent `Connection: close`. */
function drainBody({ raw }: FastifyRequest) {
  if (raw.destroyed) return
  if (raw.complete || raw.readableEnded) return closeIfRequested(raw)
  const timer = setTimeout(() => raw.destroy(), drainTimeoutMs).unref()
  raw
    .once('close', () => clearTimeout(timer))
    .once('end', () => {
      clearTimeout(timer)
      closeIfRequested(raw)
    })
  raw.on('error', () => {})
  raw.resume()
}

/**
 * Node.js does not close the connection by itself, because the onSend hook above told it to keep the connection alive.
 */
function closeIfRequested({ headers, socket }: IncomingMessage) {
  if (headers.connection?.toLowerCase() === 'close') socket.end()
}
