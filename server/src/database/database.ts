// The database as the rest of the server sees it: a pool of connections, whichever PostgreSQL is
// behind it.
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClientConfig, Pool } from 'pg'
import type { Log } from '../log.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { checkOutsidePostgres } from './outside-postgres.ts'

export type { Pool }

export interface Database {
  pool: Pool
  /** True when it is ours alone, false when other servers may share it. */
  isEmbedded: boolean
  close: () => Promise<void>
}

interface Options {
  dataFolder: string
  databaseUrl: string | undefined
  log: Log
  /** Called when the embedded database was taken by another server: this one must end. */
  lost: (reason: unknown) => void
}

const poolEndTakes = 1500

const poolSettings = {
  max: 8,
  connectionTimeoutMillis: 10_000,
  idleTimeoutMillis: 30_000,
  keepAlive: true,
  application_name: 'mendwell',
}

export async function openDatabase(options: Options): Promise<Database> {
  return options.databaseUrl ? openOutside(options.databaseUrl, options.log) : openEmbedded(options)
}

async function openOutside(databaseUrl: string, log: Log): Promise<Database> {
  const connection = { connectionString: databaseUrl, connectionTimeoutMillis: 10_000 }
  await checkOutsidePostgres(connection)
  const pool = openPool(connection, log)
  return { pool, isEmbedded: false, close: () => pool.end() }
}

async function openEmbedded({ dataFolder, log, lost }: Options): Promise<Database> {
  const postgres = await startEmbeddedPostgres(dataFolder, log, lost)
  const pool = openPool(postgres.connection, log)
  const close = async () => {
    // A query that hangs must not keep the database from being stopped.
    await Promise.race([pool.end(), sleep(poolEndTakes, undefined, { ref: false })])
    await postgres.stop()
  }
  return { pool, isEmbedded: true, close }
}

function openPool(connection: ClientConfig, log: Log) {
  const pool = new Pool({ ...poolSettings, ...connection })
  // An idle connection that breaks is replaced at the next use; the embedded one's owner tells more.
  pool.on('error', (error) => log.debug(error.message))
  // One that breaks in use says so to whoever waits for its answer; without a listener the event that
  // comes with it would end the process.
  pool.on('connect', (client) => client.on('error', (error) => log.debug(error.message)))
  return pool
}
