import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Log fields whose values only a dialect knows. */
interface LogFields {
  /** The id of the user, or of the account that somebody tried to sign in to. */
  user?: string | undefined
  /** The error code of a refused request. */
  code?: string | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    logFields: LogFields | undefined
  }
}

export function addLogFields(request: FastifyRequest, fields: LogFields) {
  request.logFields = { ...request.logFields, ...fields }
}

/** Monitoring systems poll these routes, so successful requests are logged at the level debug. */
const polledRoutes = new Set(['/healthz', '/metrics'])

/** Logs each response and each aborted request. The query string is omitted, because users search for names. */
export function addRequestLog(app: FastifyInstance) {
  app.decorateRequest('logFields', undefined)
  app.addHook('onResponse', (request, reply, done) => {
    const { ip, log, logFields } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const { statusCode: status } = reply
    const isPoll = status === 200 && polledRoutes.has(request.routeOptions.url ?? '')
    const fields = { ...target(request), status, ms, ip, ...logFields }
    log[isPoll ? 'debug' : 'info'](fields, 'answered')
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    const { ip, log, logFields } = request
    log.info({ ...target(request), ip, ...logFields }, 'cut off')
    done()
  })
}

function target({ method, url }: FastifyRequest) {
  return { method, path: url.split('?', 1)[0] }
}
