// Builds the HTTP server; main.ts lets it listen.
import { randomUUID } from 'node:crypto'
import { fastify, type FastifyInstance, LogController } from 'fastify'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { answerBadAddress, answerUnreadable, setErrorHandler } from './http/errors.ts'
import { addHealth } from './http/health.ts'
import { endConnectionsOnClose } from './http/last-answers.ts'
import { addMetrics } from './http/metrics.ts'
import { addPublicConfig } from './http/public-config.ts'
import { addRequestLog } from './http/request-log.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { addWebPage } from './http/web-page.ts'
import type { Log } from './log.ts'
import type { Secrets } from './secrets.ts'

interface Parts {
  config: Config
  database: Database
  secrets: Secrets
  log: Log
}

const limits = {
  bodyLimit: 1024 * 1024,
  // From the first byte of a request to its last.
  requestTimeout: 30_000,
  // From routing to the answer.
  handlerTimeout: 30_000,
  keepAliveTimeout: 75_000,
  http: { maxHeaderSize: 16 * 1024, headersTimeout: 10_000, connectionsCheckingInterval: 5000 },
}

export async function buildApp({
  config,
  database,
  secrets,
  log,
}: Parts): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    ...limits,
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => void answerBadAddress(error, request, reply),
  })
  addRequestLog(app)
  endConnectionsOnClose(app)
  app.addHook('onRequest', addSecurityHeaders(config.siteUrl))
  setErrorHandler(app)
  addHealth(app, database.pool)
  addPublicConfig(app, config.siteUrl, secrets.anonKey)
  if (config.metricsToken) addMetrics(app, config.metricsToken, database.pool)
  await addWebPage(app)
  return app
}
