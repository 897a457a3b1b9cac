// A PostgreSQL of our own: made, started or adopted, owned, and brought back when it dies.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { AlreadyRunning, takeOwnership } from '../owner-lock.ts'
import { initializeCluster } from './initialize.ts'
import { choosePlace } from './place.ts'
import {
  ask,
  ensureRunning,
  type PostgresOptions,
  type RunningPostgres,
  stopPostgres,
} from './postgres-process.ts'
import { settings } from './settings.ts'
import { removeSocketFolder } from './socket-folder.ts'
import { refuseUnfinished } from './unfinished-restore.ts'

export interface EmbeddedPostgres {
  connection: ClientConfig
  stop: () => Promise<void>
}

export async function startEmbeddedPostgres(
  dataFolder: string,
  log: Log,
  lost: (reason: unknown) => void,
): Promise<EmbeddedPostgres> {
  refuseUnfinished(dataFolder)
  const place = await choosePlace(dataFolder, (line) => log.warn(line))
  await initializeCluster(place)
  const options = { place, settings, log: (line: string) => log.info({ from: 'postgres' }, line) }

  let { running, owner } = await own(options, dataFolder)
  let isStopping = false
  let bringingBack = Promise.resolve()
  owner.once('end', bringBack)
  const patrol = setInterval(() => void hurryIfShuttingDown(), 1000).unref()

  function bringBack() {
    if (isStopping) return
    log.error('The database is gone; starting it again.')
    bringingBack = restart().catch(lost)
  }

  async function restart() {
    while (!stopped()) {
      try {
        ;({ running, owner } = await own(options, dataFolder, running.socket))
        owner.once('end', bringBack)
        log.info('The database is back.')
        return
      } catch (error) {
        if (error instanceof AlreadyRunning) throw error
        log.error(messageOf(error))
        await sleep(1000)
      }
    }
  }

  /** Asked by somebody else to stop, it turns new ones away and waits for those who are there. */
  async function hurryIfShuttingDown() {
    if (isStopping || (await ask(running.socket)) !== 'wait') return
    log.warn('The database is shutting down on the word of another.')
    await stopPostgres(options, running)
  }

  function stopped() {
    return isStopping
  }

  async function stop() {
    isStopping = true
    clearInterval(patrol)
    await bringingBack
    await owner.end().catch((error: unknown) => log.warn(messageOf(error)))
    await stopPostgres(options, running)
    await removeSocketFolder(place, running.socket)
  }

  return { connection: connectionTo(running), stop }
}

/** Brings the database up and takes it for this process. */
async function own(options: PostgresOptions, dataFolder: string, socket?: string) {
  for (;;) {
    const running = await ensureRunning(options, socket)
    // Whoever started it is about to take the lock: let that process have it.
    if (!running.ended) await sleep(200)
    try {
      return { running, owner: await takeOwnership(connectionTo(running), dataFolder) }
    } catch (error) {
      if (error instanceof StartupFailure) throw error
      // It was just stopping, because its last owner was killed.
      options.log(messageOf(error))
      await sleep(100)
    }
  }
}

function connectionTo({ socket }: RunningPostgres): ClientConfig {
  return { host: socket, user: 'postgres', database: 'postgres' }
}
