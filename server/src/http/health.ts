import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../postgres/database.ts'

const patience = 2000

/** Says whether this process and its database answer. */
export function addHealth(app: FastifyInstance, pool: Pool) {
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (await answers(pool)) return { status: 'ok' }
    return reply
      .code(503)
      .header('retry-after', '1')
      .send({ code: 'unavailable', message: 'The database does not answer. Try again soon.' })
  })
}

async function answers(pool: Pool) {
  const late = new AbortController()
  const query = pool.query<{ one: number }>('select 1 as one').then(
    ({ rows }) => rows[0]?.one === 1,
    () => false,
  )
  const timeout = sleep(patience, false, { signal: late.signal }).catch(() => false)
  const healthy = await Promise.race([query, timeout])
  late.abort()
  return healthy
}
