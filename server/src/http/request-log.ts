import type { FastifyInstance } from 'fastify'

/** One line for each answer. The query stays out of it: people search for names. */
export function addRequestLog(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url, ip, log } = request
    const path = url.split('?', 1)[0]
    const took = Math.round(reply.elapsedTime * 10) / 10
    log.info({ method, path, status: reply.statusCode, ms: took, ip }, 'answered')
    done()
  })
}
