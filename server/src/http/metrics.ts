// Serves metrics for Prometheus to clients with a token.
import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { isEqualConstantTime } from '../keys/derived-keys.ts'
import type { Database } from '../postgres/database.ts'
import type { UntrustedProxies } from './forwarded-headers.ts'

interface OutboxCounts {
  waiting: number
  dead: number
  oldestSeconds: number
}

interface MetricsOptions {
  token: string
  database: Database
  countOutbox: () => Promise<OutboxCounts>
  dataFolder: string
  untrustedProxies: UntrustedProxies
}

export function addMetrics(
  app: FastifyInstance,
  { token, database, countOutbox, dataFolder, untrustedProxies }: MetricsOptions,
) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  watchRequests(app, register)
  watchPools(database, register)
  watchReplica(database, register)
  watchOutbox(countOutbox, register)
  watchDisk(dataFolder, register)
  watchProxies(untrustedProxies, register)
  app.get('/metrics', async (request, reply) => {
    if (!isEqualConstantTime(request.headers.authorization ?? '', `Bearer ${token}`)) {
      const message = 'Send the metrics token as a bearer token.'
      reply.header('www-authenticate', 'Bearer')
      return reply.code(401).send({ code: 'unauthorized', message })
    }
    return reply.type(register.contentType).send(await register.metrics())
  })
  return register
}

interface LiveCounts {
  counts: Record<string, number>
}

export function watchLive(register: Registry, live: LiveCounts) {
  const gauge = new Gauge({
    name: 'live',
    help: 'Objects of the live dialect: sockets, channels, topics, presences, subscriptions to changes.',
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
    help: 'Time from the first byte of a request to the last byte of its response.',
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

function watchPools({ pool, requests, replica }: Database, register: Registry) {
  const pools = { requests, server: pool, ...(replica && { replica: replica.requests }) }
  const gauge = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database: all, idle, and requests that wait for one; for requests, for the server itself, to a replica.',
    labelNames: ['pool', 'state'],
    registers: [register],
    collect() {
      for (const [name, counts] of Object.entries(pools)) {
        this.set({ pool: name, state: 'all' }, counts.totalCount)
        this.set({ pool: name, state: 'idle' }, counts.idleCount)
        this.set({ pool: name, state: 'waiting' }, counts.waitingCount)
      }
    },
  })
  return gauge
}

function watchReplica({ replica }: Database, register: Registry) {
  if (!replica) return undefined
  return new Gauge({
    name: 'replica_age_seconds',
    help: 'The age of the data of the replica at the last check; +Inf if the replica is unavailable or its age is unknown.',
    registers: [register],
    collect() {
      this.set(replica.ageSeconds)
    },
  })
}

function watchOutbox(countOutbox: MetricsOptions['countOutbox'], register: Registry) {
  // If the database is unreachable, the response omits only the metrics of the outbox.
  const read = () => countOutbox().catch(() => undefined)
  const rows = new Gauge({
    name: 'outbox_rows',
    help: 'Jobs that wait, and jobs that were given up.',
    labelNames: ['state'],
    registers: [register],
    async collect() {
      this.reset()
      const counts = await read()
      if (!counts) return
      this.set({ state: 'waiting' }, counts.waiting)
      this.set({ state: 'dead' }, counts.dead)
    },
  })
  const age = new Gauge({
    name: 'outbox_oldest_seconds',
    help: 'How long the oldest job has waited.',
    registers: [register],
    async collect() {
      this.remove()
      const counts = await read()
      if (counts) this.set(counts.oldestSeconds)
    },
  })
  return { rows, age }
}

function watchDisk(dataFolder: string, register: Registry) {
  const gauge = new Gauge({
    name: 'data_folder_bytes',
    help: 'The disk of the data folder: its size, and the free space.',
    labelNames: ['state'],
    registers: [register],
    async collect() {
      const { bsize, blocks, bavail } = await statfs(dataFolder)
      this.set({ state: 'all' }, blocks * bsize)
      this.set({ state: 'free' }, bavail * bsize)
    },
  })
  return gauge
}

function watchProxies(untrusted: UntrustedProxies, register: Registry) {
  const counter = new Counter({
    name: 'forwarded_by_untrusted_total',
    help: 'Requests with X-Forwarded-For, Forwarded or X-Real-IP from an address that TRUSTED_PROXIES does not name.',
    registers: [register],
    collect() {
      this.reset()
      this.inc(untrusted.requestCount)
    },
  })
  return counter
}
