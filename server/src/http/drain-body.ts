// Reads the rest of a body after an early response. A client that is still sending would not read the response if the
// connection were closed immediately.
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A client that keeps sending for longer is not going to read the response. */
const drainTimeoutMs = 10_000

export function drainBodies(app: FastifyInstance) {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (!raw.complete) {
      // Without the header Fastify keeps the connection open, and the flag makes Node keep it open too.
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

/** Closes the connection at the end of the body if the client requested that. */
function drainBody({ raw }: FastifyRequest) {
  if (raw.complete || raw.readableEnded || raw.destroyed) return
  const timer = setTimeout(() => raw.destroy(), drainTimeoutMs).unref()
  raw
    .once('close', () => clearTimeout(timer))
    .once('end', () => {
      clearTimeout(timer)
      if (raw.headers.connection?.toLowerCase() === 'close') raw.socket.end()
    })
  raw.on('error', () => {})
  raw.resume()
}
