// The server as a process: it starts its parts in order, and stops them in the opposite one.
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { openDatabase } from './database/database.ts'
import { applyRelease } from './database/release/apply.ts'
import { readRelease } from './database/release/sql-files.ts'
import { explainFailure } from './explain-failure.ts'
import { checkFilesFolder } from './files-folder.ts'
import { createLog, type Log } from './log.ts'
import { productName } from './manifest.ts'
import { loadSecrets } from './secrets.ts'

/** For requests that run when the stop is asked for; the whole stop takes less than 10 s. */
const lastRequestsTake = 4000
const stopTakes = 9500

type Close = () => Promise<void>

export async function main() {
  const closers: Close[] = []
  try {
    const config = readConfig(process.env)
    const log = createLog(config.logLevel)
    const starting = start(config, log, closers)
    stopOnSignals(starting, closers, log)
    process.stdout.write(`${productName} is ready: ${await starting}\n`)
  } catch (error) {
    await failWith(error, closers)
  }
}

async function start(config: Config, log: Log, closers: Close[]) {
  const { dataFolder, databaseUrl, productFolder } = config
  const release = await readRelease(productFolder)
  const lost = (reason: unknown) => void failWith(reason, closers)
  const database = await openDatabase({ dataFolder, databaseUrl, log, lost })
  closers.push(database.close)
  const isShared = !database.isEmbedded
  await applyRelease(database.pool, { release, settings: config.forSql, isShared, log })
  const secrets = await loadSecrets(config, database)
  if (isShared) await checkFilesFolder(database.pool, dataFolder)
  const app = await buildApp({ config, database, secrets, log })
  closers.push(async () => {
    const cutOff = setTimeout(() => app.server.closeAllConnections(), lastRequestsTake)
    await app.close()
    clearTimeout(cutOff)
  })
  await app.listen({ host: config.host, port: config.port })
  return config.siteUrl ?? `http://${hostInUrl(config.host)}:${config.port}`
}

function stopOnSignals(starting: Promise<string>, closers: Close[], log: Log) {
  let isStopping = false
  const stop = async (signal: string) => {
    if (isStopping) return
    isStopping = true
    log.info(`Stopping: ${signal}.`)
    setTimeout(() => process.exit(1), stopTakes).unref()
    // What is just being started has to be stopped too.
    await starting.catch(() => undefined)
    await closeAll(closers)
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
}

/** Last started, first closed. */
async function closeAll(closers: Close[]) {
  for (const close of closers.toReversed()) await close()
}

async function failWith(reason: unknown, closers: Close[]) {
  process.stderr.write(`${explainFailure(reason)}\n`)
  await closeAll(closers)
  process.exit(1)
}

function hostInUrl(host: string) {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

if (import.meta.main) await main()
