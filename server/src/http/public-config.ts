import type { FastifyInstance } from 'fastify'
import { productName } from '../manifest.ts'
import { originOf } from './origin.ts'

/** What a client needs to know before its first request. Nothing here is secret. */
export function addPublicConfig(
  app: FastifyInstance,
  siteUrl: string | undefined,
  anonKey: string,
) {
  app.get('/config.json', async (request, reply) => {
    const url = siteUrl ?? originOf(request)
    if (!url) {
      const message = 'The Host header does not name a host.'
      return reply.code(400).send({ code: 'bad_request', message })
    }
    reply.header('cache-control', 'no-store')
    return { url, anonKey, productName }
  })
}
