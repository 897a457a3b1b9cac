import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { productName } from '../manifest.ts'
import type { Pool } from '../postgres/database.ts'
import { namesThisServer, originOf } from './request-address.ts'

/** Adds /healthz, which reports whether this process and its database respond. */
export function addHealth(app: FastifyInstance, pool: Pool) {
  app.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (await isDatabaseUp(pool)) return { status: 'ok' }
    return reply
      .code(503)
      .header('retry-after', '1')
      .send({ code: 'unavailable', message: 'The database does not respond. Try again soon.' })
  })
}

const timeoutMs = 2000

async function isDatabaseUp(pool: Pool) {
  const stop = new AbortController()
  const query = pool.query<{ one: number }>('select 1 as one').then(
    ({ rows }) => rows[0]?.one === 1,
    () => false,
  )
  const timeout = sleep(timeoutMs, false, { signal: stop.signal }).catch(() => false)
  const isUp = await Promise.race([query, timeout])
  stop.abort()
  return isUp
}

/** Adds /config.json, the public configuration that a client needs before its first request. */
export function addPublicConfig(
  app: FastifyInstance,
  { siteUrl }: { siteUrl: string | undefined },
  anonKey: string,
) {
  app.get('/config.json', async (request, reply) => {
    // Without SITE_URL the response depends on the request's host, so no cache may give it to another client.
    reply.header('cache-control', 'no-store')
    const url = siteUrl ?? (namesThisServer(request) ? originOf(request) : undefined)
    if (url) return { url, anonKey, productName }
    const message =
      'The Host header is not a name of this server. Set SITE_URL to the address that people type.'
    return reply.code(421).send({ code: 'unknown_host', message })
  })
}
