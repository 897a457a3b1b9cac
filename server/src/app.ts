// Builds the HTTP server from its parts. A request passes the hooks in the order of this file.
import { randomUUID } from 'node:crypto'
import { fastify, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { AuthDependencies } from './auth/auth-dependencies.ts'
import { addAuth } from './auth/auth.ts'
import type { Config } from './config/config.ts'
import { addFunctions } from './functions/functions.ts'
import { limitBodyTime } from './http/body-timeout.ts'
import { allowOrigins } from './http/cors.ts'
import { drainBodies } from './http/drain-body.ts'
import { watchForwardedHeaders } from './http/forwarded-headers.ts'
import { rejectBadAddress, rejectUnreadable, setErrorHandler } from './http/errors.ts'
import { DatabaseQueue } from './http/database-queue.ts'
import { TimeBudget } from './http/time-budget.ts'
import { endConnectionsOnClose } from './http/graceful-close.ts'
import { limitHandlerTime } from './http/handler-timeout.ts'
import { addHealth, addPublicConfig } from './http/info-routes.ts'
import { addMetrics, watchLive } from './http/metrics.ts'
import { RateLimiter } from './http/rate-limits.ts'
import { addressOf } from './http/request-address.ts'
import { addRequestLog } from './http/request-log.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { addWebPage } from './http/web-page.ts'
import type { Secrets } from './keys/secrets.ts'
import type { Log } from './log.ts'
import { followChanges } from './postgres/change-feed/follow-changes.ts'
import type { Database } from './postgres/database.ts'
import { reloadOnNotify } from './postgres/listen.ts'
import { Relay } from './postgres/relay.ts'
import { readRequestLimits } from './postgres/settings.ts'
import { countOutbox } from './queue/outbox.ts'
import { prepareWatchedTables } from './realtime/changes/visibility-functions.ts'
import { defaultTimings, type RealtimeTimings } from './realtime/realtime-dependencies.ts'
import { Realtime } from './realtime/realtime.ts'
import { addRest, handlesOptions } from './rest/rest.ts'
import { loadSchemaCache } from './rest/schema/load-schema-cache.ts'
import type { OpenStorage } from './startup/open-storage.ts'
import { asksForTusOptions } from './storage/resumable/resumable-routes.ts'
import { addStorage } from './storage/storage.ts'

interface AppOptions {
  config: Config
  database: Database
  secrets: Secrets
  auth: AuthDependencies
  storage: OpenStorage
  log: Log
  realtimeTimings?: RealtimeTimings | undefined
}

const httpLimits = {
  bodyLimit: 1024 * 1024,
  // The limit for receiving a whole request. Only uploads may take this long: limitBodyTime aborts other requests much
  // earlier.
  requestTimeout: 16 * 60_000,
  keepAliveTimeout: 75_000,
  http: { maxHeaderSize: 16 * 1024, headersTimeout: 10_000, connectionsCheckingInterval: 5000 },
}

export async function buildApp({
  config,
  database,
  secrets,
  auth,
  storage,
  log,
  realtimeTimings,
}: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    ...httpLimits,
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => randomUUID(),
    // Requests on open connections still get their responses while the server closes.
    return503OnClosing: false,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    clientErrorHandler: rejectUnreadable,
    frameworkErrors: (error, request, reply) => void rejectBadAddress(error, request, reply),
  })
  addRequestLog(app)
  const untrustedProxies = watchForwardedHeaders(app, config.trustedProxies)
  drainBodies(app)
  endConnectionsOnClose(app)
  app.addHook('onRequest', addSecurityHeaders(config.siteUrl))
  limitBodyTime(app)
  limitHandlerTime(app)
  setErrorHandler(app)
  addHealth(app, database.pool)
  addPublicConfig(app, config, secrets.anonKey)
  // A Fastify hook applies only to routes that are added after it. The metrics measure requests with a hook, so they
  // are added before the dialects.
  const { metricsToken: token, dataFolder } = config
  const countJobs = () => countOutbox(database.pool)
  const metrics =
    token &&
    addMetrics(app, { token, database, countOutbox: countJobs, dataFolder, untrustedProxies })
  const realtime = await addDialects(app, {
    config,
    database,
    secrets,
    auth,
    storage,
    log,
    realtimeTimings,
  })
  if (metrics) watchLive(metrics, realtime)
  await addWebPage(app, config.site)
  return app
}

/** Adds the APIs for clients. Each dialect formats its error responses differently. */
async function addDialects(
  app: FastifyInstance,
  { config, database, secrets, auth, storage, log, realtimeTimings = defaultTimings }: AppOptions,
) {
  const { pool, requests, replica } = database
  const { rest: settings } = config
  const load = async () => {
    requests.forgetPlans()
    replica?.requests.forgetPlans()
    return {
      schema: await loadSchemaCache(pool, settings.schemas, settings.searchPath),
      tables: await prepareWatchedTables(pool),
      limits: await readRequestLimits(pool),
    }
  }
  const current = await reloadOnNotify(pool, 'pgrst', load, log)
  app.addHook('onClose', () => current.close())
  const rateLimiter = new RateLimiter(() => current.get().limits)
  const schema = () => current.get().schema
  const databaseQueue = new DatabaseQueue(() => current.get().limits)
  const realtime = new Realtime({
    pool,
    requests,
    identities: auth.identities,
    limits: () => current.get().limits,
    tables: () => current.get().tables,
    publicChannels: config.publicChannels,
    timings: realtimeTimings,
    relay: database.isEmbedded ? undefined : new Relay(pool, log),
    log,
  })
  await app.register(async (dialects) => {
    const handlesOwnOptions = (request: FastifyRequest) =>
      handlesOptions(request) || asksForTusOptions(request)
    allowOrigins(dialects, config.corsOrigins, handlesOwnOptions)
    await notifyAfterCommit(dialects, realtime, database, log)
    dialects.addHook('onRequest', (request, _reply, done) => {
      rateLimiter.checkAddress(addressOf(request))
      done()
    })
    await addAuth(dialects, auth)
    await dialects.register(async (scope) => {
      addRest(scope, {
        requests,
        replica,
        identities: auth.identities,
        rateLimiter,
        databaseQueue,
        schema,
        settings,
      })
    })
    await addStorage(dialects, {
      ...storage,
      rateLimiter,
      databaseQueue,
      imageBudget: new TimeBudget(() => current.get().limits.images),
      roles: () => schema().roles,
    })
    await addFunctions(dialects, {
      productFolder: config.productFolder,
      serviceRoleKey: secrets.serviceRoleKey,
    })
    await realtime.addTo(dialects)
  })
  return realtime
}

/** Wakes the change feed before the response to each request that may have written something. */
async function notifyAfterCommit(
  dialects: FastifyInstance,
  realtime: Realtime,
  { pool, isEmbedded }: Database,
  log: Log,
) {
  const follower = await followChanges({
    pool,
    log,
    isShared: !isEmbedded,
    hasSubscribers: () => realtime.hasSubscribers,
    onChanges: (changes, hasMore) => realtime.deliver(changes, hasMore),
  })
  dialects.addHook('onSend', ({ method }, _reply, _payload, done) => {
    if (!readOnlyMethods.has(method)) follower.onCommit()
    done()
  })
  dialects.addHook('onClose', () => follower.close())
}

const readOnlyMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
