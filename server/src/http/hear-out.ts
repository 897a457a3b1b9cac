// Who is refused before all of a body came still sends; hung up on at once, they would never read why.
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** In milliseconds. Who sends on after that does not listen. */
const mostAfterwards = 10_000

export function hearOutBodies(app: FastifyInstance) {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    // The framework means to hang up where it stopped reading.
    if (!raw.complete) reply.removeHeader('connection')
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    hearOut(request)
    done()
  })
}

/** Reads on for a moment, so that the answer arrives. */
function hearOut({ raw }: FastifyRequest) {
  if (raw.complete || raw.readableEnded || raw.destroyed) return
  const patience = setTimeout(() => raw.destroy(), mostAfterwards).unref()
  raw.once('close', () => clearTimeout(patience)).once('end', () => clearTimeout(patience))
  raw.on('error', () => {})
  raw.resume()
}
