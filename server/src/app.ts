// Builds the HTTP server; main.ts lets it listen.
import { randomUUID } from 'node:crypto'
import { fastify, type FastifyInstance, LogController } from 'fastify'
import { addAuth } from './auth/auth.ts'
import type { AuthDependencies } from './auth/auth-dependencies.ts'
import type { Config } from './config/config.ts'
import { followChanges } from './postgres/change-feed/follow-changes.ts'
import type { Database } from './postgres/database.ts'
import { follow } from './postgres/follow.ts'
import { readRequestLimits } from './postgres/limits.ts'
import { Relay } from './postgres/relay.ts'
import { addFunctions } from './functions/functions.ts'
import { addressOf } from './http/address.ts'
import { Admission } from './http/admission.ts'
import { allowAllOrigins } from './http/cors.ts'
import { answerBadAddress, answerUnreadable, setErrorHandler } from './http/errors.ts'
import { limitBodyTime } from './http/body-time.ts'
import { addHealth } from './http/health.ts'
import { hearOutBodies } from './http/hear-out.ts'
import { endConnectionsOnClose } from './http/last-answers.ts'
import { addMetrics, watchLive } from './http/metrics.ts'
import { addPublicConfig } from './http/public-config.ts'
import { addRequestLog } from './http/request-log.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { addWebPage } from './http/web-page.ts'
import { Turns } from './http/turns.ts'
import type { Log } from './log.ts'
import { prepareWatchedTables } from './realtime/changes/visibility-functions.ts'
import { type RealtimeTimings, defaultTimings } from './realtime/realtime-dependencies.ts'
import { Realtime } from './realtime/realtime.ts'
import { addRest, handlesOptions } from './rest/rest.ts'
import { loadSchemaCache } from './rest/schema/load-schema-cache.ts'
import type { OpenStorage } from './startup/open-storage.ts'
import type { Secrets } from './keys/secrets.ts'
import { addStorage } from './storage/storage.ts'

interface Parts {
  config: Config
  database: Database
  secrets: Secrets
  auth: AuthDependencies
  storage: OpenStorage
  log: Log
  /** Of the live dialect. */
  periods?: RealtimeTimings | undefined
}

const limits = {
  bodyLimit: 1024 * 1024,
  // From the first byte of a request to its last. What is no upload has half a minute, see limitBodyTime.
  requestTimeout: 16 * 60_000,
  // From routing to the answer.
  handlerTimeout: 30_000,
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
  periods,
}: Parts): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    ...limits,
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => randomUUID(),
    // Who comes on an open connection while the server closes is answered all the same.
    return503OnClosing: false,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => void answerBadAddress(error, request, reply),
  })
  addRequestLog(app)
  hearOutBodies(app)
  endConnectionsOnClose(app)
  app.addHook('onRequest', addSecurityHeaders(config.siteUrl))
  limitBodyTime(app)
  setErrorHandler(app)
  addHealth(app, database.pool)
  addPublicConfig(app, config.siteUrl, secrets.anonKey)
  // Before the dialects: what is watched later is not watched there.
  const { metricsToken: token, dataFolder } = config
  const metrics = token && addMetrics(app, { token, database, dataFolder })
  const realtime = await addDialects(app, {
    config,
    database,
    secrets,
    auth,
    storage,
    log,
    periods,
  })
  if (metrics) watchLive(metrics, realtime)
  await addWebPage(app, config.site)
  return app
}

/** What clients speak; each dialect answers also errors in its own shape. */
async function addDialects(
  app: FastifyInstance,
  { config, database, secrets, auth, storage, log, periods = defaultTimings }: Parts,
) {
  const { pool, requests, replica } = database
  const { rest: settings } = config
  const read = async () => {
    requests.forgetPlans()
    replica?.requests.forgetPlans()
    return {
      schema: await loadSchemaCache(pool, settings.schemas, settings.searchPath),
      tables: await prepareWatchedTables(pool),
      limits: await readRequestLimits(pool),
    }
  }
  const current = await follow(pool, 'pgrst', read, log)
  app.addHook('onClose', () => current.close())
  const admission = new Admission(() => current.get().limits)
  const schema = () => current.get().schema
  // One for both dialects: they share the connections.
  const turns = new Turns()
  const realtime = new Realtime({
    pool,
    requests,
    identities: auth.identities,
    limits: () => current.get().limits,
    tables: () => current.get().tables,
    publicChannels: config.publicChannels,
    timings: periods,
    relay: database.isEmbedded ? undefined : new Relay(pool, log),
    log,
  })
  await app.register(async (dialects) => {
    allowAllOrigins(dialects, handlesOptions)
    await notifyAfterCommit(dialects, realtime, database, log)
    dialects.addHook('onRequest', (request, _reply, done) => {
      admission.address(addressOf(request))
      done()
    })
    await addAuth(dialects, auth)
    await dialects.register(async (scope) => {
      addRest(scope, {
        requests,
        replica,
        identities: auth.identities,
        admission,
        turns,
        schema,
        settings,
      })
    })
    await addStorage(dialects, {
      ...storage,
      admission,
      databaseQueue: turns,
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

/** Each request that may have written something wakes whoever waits for changes, before it is answered. */
async function notifyAfterCommit(
  dialects: FastifyInstance,
  realtime: Realtime,
  { pool, isEmbedded }: Database,
  log: Log,
) {
  const changes = await followChanges({
    pool,
    log,
    isShared: !isEmbedded,
    isWanted: () => realtime.hasSubscribers,
    heard: (some, isCutOff) => realtime.deliver(some, isCutOff),
  })
  dialects.addHook('onSend', ({ method }, _reply, _payload, done) => {
    if (!harmless.has(method)) changes.committed()
    done()
  })
  dialects.addHook('onClose', () => changes.close())
}

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])
