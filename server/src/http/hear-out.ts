// Who is refused before all of a body came still sends; hung up on at once, they would never read why.
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** In milliseconds. Who sends on after that does not listen. */
const mostAfterwards = 10_000

export function hearOutBodies(app: FastifyInstance) {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (!raw.complete) {
      // The framework means to hang up where it stopped reading, and Node where nothing else is asked for.
      reply.removeHeader('connection')
      reply.raw.shouldKeepAlive = true
    }
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    hearOut(request)
    done()
  })
}

/** Reads on for a moment, so that the answer arrives; then whoever wants the connection closed has it so. */
function hearOut({ raw }: FastifyRequest) {
  if (raw.complete || raw.readableEnded || raw.destroyed) return
  const patience = setTimeout(() => raw.destroy(), mostAfterwards).unref()
  raw
    .once('close', () => clearTimeout(patience))
    .once('end', () => {
      clearTimeout(patience)
      if (raw.headers.connection?.toLowerCase() === 'close') raw.socket.end()
    })
  raw.on('error', () => {})
  raw.resume()
}
