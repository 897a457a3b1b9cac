// Who is refused before all of a body came still sends; hung up on at once, they would never read why.
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** In milliseconds. Who sends on after that does not listen. */
const mostAfterwards = 10_000

/** What the framework says of a body that it did not read: too large, or of a type that nobody takes. */
const unread = new Set([413, 415])

export function hearOutBodies(app: FastifyInstance) {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // It would close the connection under the body.
    if (unread.has(reply.statusCode)) reply.removeHeader('connection')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (unread.has(reply.statusCode)) hearOut(request)
    done()
  })
}

/** Reads on for a moment, so that the answer arrives. */
export function hearOut({ raw }: FastifyRequest) {
  if (raw.complete || raw.destroyed) return
  const patience = setTimeout(() => raw.destroy(), mostAfterwards).unref()
  raw.once('close', () => clearTimeout(patience)).once('end', () => clearTimeout(patience))
  raw.on('error', () => {})
  raw.resume()
}
