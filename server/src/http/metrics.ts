// Figures for a Prometheus, for whoever knows the token.
import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../postgres/database.ts'
import { isEqualConstantTime } from '../keys/derived-keys.ts'
import { countOutbox } from '../postgres/outbox.ts'

interface Watched {
  token: string
  database: Database
  dataFolder: string
}

export function addMetrics(app: FastifyInstance, { token, database, dataFolder }: Watched) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  watchRequests(app, register)
  watchPools(database, register)
  watchReplica(database, register)
  watchOutbox(database, register)
  watchDisk(dataFolder, register)
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

function watchPools({ pool, requests, replica }: Database, register: Registry) {
  const pools = { requests, server: pool, ...(replica && { replica: replica.requests }) }
  const gauge = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database: all, unused, and who waits for one; of requests, of the server itself, to a replica.',
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
    help: 'How old what the replica has was at the last look; +Inf where it is away or that cannot be told.',
    registers: [register],
    collect() {
      this.set(replica.age)
    },
  })
}

function watchOutbox({ pool }: Database, register: Registry) {
  // Without the database there is no figure; the others are told all the same.
  const read = () => countOutbox(pool).catch(() => undefined)
  const rows = new Gauge({
    name: 'outbox_rows',
    help: 'Work that waits to be done, and work that was given up.',
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
    help: 'How long the oldest work waits to be done.',
    registers: [register],
    async collect() {
      this.remove()
      const counts = await read()
      if (counts) this.set(counts.oldest)
    },
  })
  return { rows, age }
}

function watchDisk(dataFolder: string, register: Registry) {
  const gauge = new Gauge({
    name: 'data_folder_bytes',
    help: 'The disk of the data folder: all of it, and what is free.',
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
