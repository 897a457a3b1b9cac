// Starts the embedded PostgreSQL or takes over a running one, holds the owner lock, and restarts PostgreSQL if it dies.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { chooseClusterPaths } from './cluster-paths.ts'
import { initializeCluster } from './initialize-cluster.ts'
import { checkLocale } from './other-build.ts'
import { AlreadyRunningError, takeOwnership } from './owner-lock.ts'
import {
  embeddedSettings,
  ensureRunning,
  type PostgresOptions,
  probeServer,
  removeSocketFolder,
  type RunningPostgres,
  stopPostgres,
} from './postgres-process.ts'
import { logPostgresLine } from './postgres-log.ts'
import { refuseUnfinishedRestore } from './restore-cluster.ts'

export interface EmbeddedPostgres {
  connection: ClientConfig
  stop: () => Promise<void>
}

interface EmbeddedOptions {
  dataFolder: string
  /** The folder with PostgreSQL programs that replace the packaged ones. */
  embeddedBin: string | undefined
  maxConnections: number
  log: Log
  onLost: (reason: unknown) => void
}

export async function startEmbeddedPostgres({
  dataFolder,
  embeddedBin,
  maxConnections,
  log,
  onLost,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  refuseUnfinishedRestore(dataFolder)
  const paths = await chooseClusterPaths(dataFolder, (line) => log.warn(line), embeddedBin)
  await initializeCluster(paths)
  const options: PostgresOptions = {
    paths,
    settings: { ...embeddedSettings, max_connections: String(maxConnections) },
    log: (line: string) => logPostgresLine(log, line),
  }

  let { running, owner } = await startAndOwn(options, dataFolder)
  let isStopping = false
  let restarting = Promise.resolve()
  owner.once('end', onEnd)
  const patrol = setInterval(() => void finishShutdown(), 1000).unref()

  function onEnd() {
    if (isStopping) return
    log.error('The database is gone; starting it again.')
    restarting = restart().catch(onLost)
  }

  async function restart() {
    while (!wasStopped()) {
      try {
        ;({ running, owner } = await startAndOwn(options, dataFolder, running.socket))
        owner.once('end', onEnd)
        log.info('The database is back.')
        return
      } catch (error) {
        if (error instanceof AlreadyRunningError) throw error
        log.error(messageOf(error))
        await sleep(1000)
      }
    }
  }

  /**
   * Stops PostgreSQL, because a shutdown by another process waits until open connections end. `onEnd` restarts
   * PostgreSQL.
   */
  async function finishShutdown() {
    if (isStopping || (await probeServer(running.socket)) !== 'wait') return
    log.warn('The database is being shut down by another process.')
    await stopPostgres(options, running)
  }

  function wasStopped() {
    return isStopping
  }

  async function stop() {
    isStopping = true
    clearInterval(patrol)
    await restarting
    await owner.end().catch((error: unknown) => log.warn(messageOf(error)))
    await stopPostgres(options, running)
    await removeSocketFolder(paths, running.socket)
  }

  if (embeddedBin !== undefined) {
    try {
      await checkLocale(connectionTo(running))
    } catch (error) {
      await stop()
      throw error
    }
  }
  return { connection: connectionTo(running), stop }
}

/** Starts PostgreSQL or takes over a running one, and takes the owner lock for this process. */
async function startAndOwn(options: PostgresOptions, dataFolder: string, socket?: string) {
  for (;;) {
    const running = await ensureRunning(options, socket)
    try {
      const isAdopted = !running.ended
      const owner = await takeOwnership(connectionTo(running), { dataFolder, isAdopted })
      return { running, owner }
    } catch (error) {
      if (error instanceof StartupFailure) throw error
      // PostgreSQL may be stopping, because its previous owner was killed.
      options.log(messageOf(error))
      await sleep(100)
    }
  }
}

function connectionTo({ socket }: RunningPostgres): ClientConfig {
  return { host: socket, user: 'postgres', database: 'postgres' }
}
