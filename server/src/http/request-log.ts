import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What only a dialect knows of a request. */
interface Noted {
  /** The id of who asks, or of the account that somebody tried to get into. */
  person?: string | undefined
  /** What a refusal is called. */
  code?: string | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    noted: Noted | undefined
  }
}

/** For the line that the request gets. */
export function note(request: FastifyRequest, what: Noted) {
  request.noted = { ...request.noted, ...what }
}

/** One line for each answer, and for what is cut off before one. The query stays out of it: people search for names. */
export function addRequestLog(app: FastifyInstance) {
  app.decorateRequest('noted', undefined)
  app.addHook('onResponse', (request, reply, done) => {
    const { ip, log, noted } = request
    const took = Math.round(reply.elapsedTime * 10) / 10
    log.info({ ...target(request), status: reply.statusCode, ms: took, ip, ...noted }, 'answered')
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    const { ip, log, noted } = request
    log.info({ ...target(request), ip, ...noted }, 'cut off')
    done()
  })
}

function target({ method, url }: FastifyRequest) {
  return { method, path: url.split('?', 1)[0] }
}
