// Figures for a Prometheus, for whoever knows the token.
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { isSame } from '../derived-keys.ts'
import { countOutbox } from '../database/outbox.ts'

export function addMetrics(app: FastifyInstance, token: string, database: Database) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  watchRequests(app, register)
  watchPools(database, register)
  watchOutbox(database, register)
  app.get('/metrics', async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) {
      const message = 'Send the metrics token as a bearer token.'
      reply.header('www-authenticate', 'Bearer')
      return reply.code(401).send({ code: 'unauthorized', message })
    }
    return reply.type(register.contentType).send(await register.metrics())
  })
  return register
}

/** Whoever stands for the live dialect. */
interface Counted {
  counts: Record<string, number>
}

export function watchLive(register: Registry, live: Counted) {
  const gauge = new Gauge({
    name: 'live',
    help: 'What the live dialect keeps: sockets, channels, topics, presences, subscriptions to changes.',
    labelNames: ['of'],
    registers: [register],
    collect() {
      for (const [of, count] of Object.entries(live.counts)) this.set({ of }, count)
    },
  })
  return gauge
}

function watchRequests(app: FastifyInstance, register: Registry) {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const labels = { method: request.method, route, status: reply.statusCode }
    duration.observe(labels, reply.elapsedTime / 1000)
  })
}

function watchPools({ pool, requests }: Database, register: Registry) {
  const gauge = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database: all, unused, and who waits for one; of requests, of the server itself.',
    labelNames: ['pool', 'state'],
    registers: [register],
    collect() {
      for (const [name, counts] of Object.entries({ requests, server: pool })) {
        this.set({ pool: name, state: 'all' }, counts.totalCount)
        this.set({ pool: name, state: 'idle' }, counts.idleCount)
        this.set({ pool: name, state: 'waiting' }, counts.waitingCount)
      }
    },
  })
  return gauge
}

function watchOutbox({ pool }: Database, register: Registry) {
  const gauge = new Gauge({
    name: 'outbox_rows',
    help: 'Work that waits to be done, and work that was given up.',
    labelNames: ['state'],
    registers: [register],
    async collect() {
      // Without the database there is no figure; the others are told all the same.
      this.reset()
      const counts = await countOutbox(pool).catch(() => undefined)
      if (!counts) return
      this.set({ state: 'waiting' }, counts.waiting)
      this.set({ state: 'dead' }, counts.dead)
    },
  })
  return gauge
}
