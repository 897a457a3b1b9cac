// Limits the time from routing to the response, except on routes with their own `handlerTimeout`. The option of Fastify
// would create a timer and an AbortController for each request.
import type { FastifyInstance, FastifyReply } from 'fastify'

const handlerTimeoutMs = 30_000
const checkIntervalMs = 1000

class HandlerTimeout extends Error {
  override name = 'HandlerTimeout'
  readonly statusCode = 503

  constructor() {
    super('The request took too long.')
  }
}

export function limitHandlerTime(app: FastifyInstance, timeoutMs = handlerTimeoutMs) {
  /** The start times of running requests, oldest first. */
  const startTimes = new Map<FastifyReply, number>()
  const timer = setInterval(
    () => {
      const startedBefore = performance.now() - timeoutMs
      for (const [reply, startedAt] of startTimes) {
        if (startedAt > startedBefore) return
        startTimes.delete(reply)
        refuse(reply)
      }
    },
    Math.min(checkIntervalMs, timeoutMs),
  ).unref()
  app.addHook('onRequest', (request, reply, done) => {
    // Fastify reports 0 for a route without a timeout.
    if (request.routeOptions.handlerTimeout === 0) {
      startTimes.set(reply, performance.now())
      reply.raw.once('close', () => startTimes.delete(reply))
    }
    done()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

/** A response that has begun cannot become an error, so its connection ends. */
function refuse(reply: FastifyReply) {
  if (reply.sent) return
  const error = new HandlerTimeout()
  if (reply.raw.headersSent) reply.raw.destroy(error)
  else void reply.send(error)
}
