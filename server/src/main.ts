// Starts the parts of the server in order, and stops them in reverse order.
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config/config.ts'
import { partialUploadLifetimeMs } from './files/partial-uploads.ts'
import { sweepFiles } from './files/sweep-files.ts'
import { explainMissingProxies } from './http/forwarded-headers.ts'
import { stopAccepting, waitForLastRequests } from './http/graceful-close.ts'
import { loadSecrets } from './keys/secrets.ts'
import { Lifecycle } from './lifecycle.ts'
import { createLog, type Log } from './log.ts'
import { openMailer } from './mail/open-mailer.ts'
import { productName } from './manifest.ts'
import { explainTooManyConnections } from './postgres/connection-counts.ts'
import { type Database, openDatabase } from './postgres/database.ts'
import { checkPooler } from './postgres/external-postgres.ts'
import { explainOldVersion } from './postgres/embedded/postgres-version.ts'
import { readRelease } from './postgres/release/release.ts'
import { createOutboxHandlers } from './queue/outbox-handlers.ts'
import { startJobs } from './queue/schedule.ts'
import { openSms } from './sms/open-sms.ts'
import { compactHeap } from './startup/compact-heap.ts'
import { ensureFirstAdmin, loginHints } from './startup/first-admin.ts'
import { migrateOnStart } from './startup/migrate-on-start.ts'
import { openAuth } from './startup/open-auth.ts'
import { openFiles } from './startup/open-files.ts'
import { openStorage } from './startup/open-storage.ts'
import { ImageCache } from './storage/images/image-cache.ts'

/** The time for requests that are still running when the server stops. */
const lastRequestsTimeoutMs = 4000

export async function main() {
  const lifecycle = new Lifecycle()
  try {
    const config = readConfig(process.env)
    const log = createLog(config.logLevel)
    const starting = start(config, log, lifecycle)
    // Signals are handled from here on, so that a start can be interrupted too.
    lifecycle.stopOnSignals(starting, log)
    const { site, hints } = await starting
    process.stdout.write(`${productName} is ready: ${site}\n${hints}`)
  } catch (error) {
    await lifecycle.fail(error)
  }
}

async function start(config: Config, log: Log, lifecycle: Lifecycle) {
  const { dataFolder, productFolder, site } = config
  const release = await readRelease(productFolder)
  const warning = explainMissingProxies(config)
  if (warning) log.warn(warning)

  const onLost = (reason: unknown) => void lifecycle.fail(reason)
  const database = await openDatabase({ ...config, log, onLost })
  lifecycle.onClose(database.close)
  const { pool } = database
  const isDemo = await migrateOnStart(config, database, release, log)
  if (config.poolerUrl !== undefined) await checkPooler(database)
  await warnOfConnections(config, database, log)
  await warnOfOldVersion(database, log)
  await database.replica?.open()
  await ensureFirstAdmin(pool, config)

  const secrets = await loadSecrets(config, database)
  const files = await openFiles({ config, database })
  const imageCache = new ImageCache(dataFolder)
  const mailer = await openMailer({
    ...config.mail,
    site,
    productName,
    productFolder,
    dataFolder,
    log,
  })
  lifecycle.onClose(async () => mailer.close())
  const sendCode = await openSms({ service: config.sms, site, productName, productFolder })
  const auth = openAuth({ config, pool, secrets, screenOf: mailer.screenOf })
  const storage = openStorage({ config, database, files, imageCache, auth })

  const app = await buildApp({ config, database, secrets, auth, storage, log })
  waitForLastRequests(app)
  lifecycle.onClose(() => closeApp(app))
  const jobs = await startJobs({
    pool,
    handlers: createOutboxHandlers({
      pool,
      auth,
      mailer,
      sendCode,
      cleanupTargets: [files, imageCache],
    }),
    concurrency: config.jobConcurrency,
    sweep: async () => {
      await storage.partialUploads.removeOlder(new Date(Date.now() - partialUploadLifetimeMs))
      await sweepFiles({ pool, files, pictures: imageCache, log })
    },
    log,
  })
  lifecycle.onClose(jobs.close)
  compactHeap()
  await app.listen({ host: config.host, port: config.port })
  return { site, hints: await loginHints(pool, release, isDemo) }
}

async function warnOfOldVersion({ isEmbedded, pool }: Database, log: Log) {
  if (!isEmbedded) return
  const { rows } = await pool.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  const warning = explainOldVersion(rows[0]?.version ?? '')
  if (warning) log.warn(warning)
}

/** The embedded database always allows enough connections. */
async function warnOfConnections(
  { connections, poolerUrl }: Config,
  { pool, isEmbedded }: Database,
  log: Log,
) {
  if (isEmbedded) return
  const warning = await explainTooManyConnections(pool, connections, poolerUrl !== undefined)
  if (warning) log.warn(warning)
}

async function closeApp(app: FastifyInstance) {
  const timer = setTimeout(() => app.server.closeAllConnections(), lastRequestsTimeoutMs)
  await stopAccepting(app.server)
  await app.close()
  clearTimeout(timer)
}
