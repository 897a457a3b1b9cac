// The server as a process: it starts its parts in order, and stops them in the opposite one.
import { ensureFirstAdmin, loginHints } from './startup/first-admin.ts'
import { buildApp } from './app.ts'
import { bringUpToDate } from './startup/migrate-on-start.ts'
import { readConfig, type Config } from './config/config.ts'
import { openDatabase } from './postgres/database.ts'
import { checkPooler } from './postgres/pooler.ts'
import { readRelease } from './postgres/release/sql-files.ts'
import { sweepFiles } from './files/sweep-files.ts'
import { closeDoor, takeLastRequests } from './http/last-answers.ts'
import { startJobs } from './queue/jobs.ts'
import { Life } from './lifecycle.ts'
import { createLog, type Log } from './log.ts'
import { openMailer } from './mail/open-mailer.ts'
import { productName } from './manifest.ts'
import { loadSecrets } from './keys/secrets.ts'
import { openFiles } from './startup/open-files.ts'
import { openAuth } from './startup/open-auth.ts'
import { openStorage } from './startup/open-storage.ts'
import { settleHeap } from './startup/compact-heap.ts'
import { ImageCache } from './storage/images/image-cache.ts'
import { openSms } from './sms/open-sms.ts'
import { handlersFor } from './queue/outbox-handlers.ts'

/** For requests that run when the stop is asked for. */
const lastRequestsTake = 4000

export async function main() {
  const life = new Life()
  try {
    const config = readConfig(process.env)
    const log = createLog(config.logLevel)
    const starting = start(config, log, life)
    // What is just being started has to be stopped too.
    life.endOnSignals(starting, log)
    const { site, hints } = await starting
    process.stdout.write(`${productName} is ready: ${site}\n${hints}`)
  } catch (error) {
    await life.fail(error)
  }
}

async function start(config: Config, log: Log, life: Life) {
  const { dataFolder, poolerUrl, productFolder, site } = config
  const release = await readRelease(productFolder)
  const lost = (reason: unknown) => void life.fail(reason)
  const database = await openDatabase({ ...config, log, lost })
  life.closeLater(database.close)
  const isDemo = await bringUpToDate(config, database, release, log)
  if (poolerUrl !== undefined) await checkPooler(database)
  await database.replica?.open()
  await ensureFirstAdmin(database.pool, config.firstAdmin)
  const secrets = await loadSecrets(config, database)
  const files = await openFiles({ config, database })
  const pictureCache = new ImageCache(dataFolder)
  const mailer = await openMailer({
    ...config.mail,
    site,
    productName,
    productFolder,
    dataFolder,
    log,
  })
  life.closeLater(async () => mailer.close())
  const sendCode = await openSms({ service: config.sms, site, productName, productFolder })
  const auth = openAuth({ config, pool: database.pool, secrets, screenOf: mailer.screenOf })
  const storage = openStorage({ config, database, files, pictureCache, auth })
  const app = await buildApp({ config, database, secrets, auth, storage, log })
  takeLastRequests(app)
  life.closeLater(async () => {
    const cutOff = setTimeout(() => app.server.closeAllConnections(), lastRequestsTake)
    await closeDoor(app.server)
    await app.close()
    clearTimeout(cutOff)
  })
  const jobs = await startJobs({
    pool: database.pool,
    handlers: handlersFor({
      pool: database.pool,
      auth,
      mailer,
      sendCode,
      places: [files, pictureCache],
    }),
    sweep: () => sweepFiles({ pool: database.pool, files, pictures: pictureCache, log }),
    log,
  })
  life.closeLater(jobs.close)
  settleHeap()
  await app.listen({ host: config.host, port: config.port })
  return { site, hints: await loginHints(database.pool, release, isDemo) }
}
