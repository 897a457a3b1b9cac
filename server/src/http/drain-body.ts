// Reads the rest of a request body after an early response. If the server closed the connection immediately, a client
// that is still sending would not read the response.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A client that is still sending after this time is unlikely to read the response. */
const drainTimeoutMs = 10_000

export function drainBodies(app: FastifyInstance) {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (!raw.complete) {
      // Keeps the connection open, because Fastify and Node.js would close it after an early response.
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

/** Reads the rest of the body. At the end, closes the connection if the client requested that. */
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
 * Closes the connection if the client requested that. The onSend hook keeps every connection open whose body is
 * incomplete when the response begins.
 */
function closeIfRequested({ headers, socket }: IncomingMessage) {
  if (headers.connection?.toLowerCase() === 'close') socket.end()
}
