// The database as the rest of the server sees it: a pool of connections, whichever PostgreSQL is
// behind it.
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import type { Log } from '../log.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { type Connection, HostClient, Hosts } from './hosts.ts'
import { checkOutsidePostgres } from './outside-postgres.ts'
import { Replica } from './replication/replica.ts'
import { RequestPool } from './pool/request-pool.ts'

export type { Pool }

export interface Database {
  /** For the server's own work, which may do anything. */
  pool: Pool
  /** For requests, each as whoever sent it. */
  requests: RequestPool
  /** For reads that may be a little old; nothing is asked of it before it is opened. */
  replica?: Replica | undefined
  /** True when it is ours alone, false when other servers may share it. */
  isEmbedded: boolean
  close: () => Promise<void>
}

interface Options {
  dataFolder: string
  /** One for each host at which it may be; without any it is the embedded one. */
  databaseUrls: readonly string[] | undefined
  /** Another way to the same database, for requests: each transaction may get another connection there. */
  poolerUrl?: string | undefined
  /** A standby of it. */
  replica?: { url: string; keepsSession: boolean } | undefined
  log: Log
  /** False for poolers that cannot keep prepared statements. */
  preparedStatements: boolean
  /** Called when the embedded database was taken by another server: this one must end. */
  lost: (reason: unknown) => void
}

const poolEndTakes = 1500

const poolSettings = {
  max: 8,
  connectionTimeoutMillis: 10_000,
  idleTimeoutMillis: 30_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  application_name: 'mendwell',
}

export async function openDatabase(options: Options): Promise<Database> {
  const { databaseUrls } = options
  return databaseUrls ? openOutside(databaseUrls, options) : openEmbedded(options)
}

async function openOutside(
  databaseUrls: readonly string[],
  { log, preparedStatements, poolerUrl, replica: copy }: Options,
): Promise<Database> {
  const connection = { hosts: new Hosts(databaseUrls), connectionTimeoutMillis: 10_000 }
  const { isSuperuser } = await checkOutsidePostgres(connection)
  const pool = openPool(connection, log)
  // Its password for authenticator is not ours to know. A superuser may become authenticator; another login
  // holds the three roles too, and the gateway looks at what a token asks for. So it does where a pooler gives
  // each transaction another connection, on which a greeting would be left behind.
  const keepsSession = preparedStatements && poolerUrl === undefined
  const requests = new RequestPool({
    connection: poolerUrl === undefined ? connection : { connectionString: poolerUrl },
    log,
    preparedStatements,
    keepsSession,
    greeting: isSuperuser && keepsSession ? 'set session authorization authenticator' : undefined,
  })
  const replica = copy && new Replica({ ...copy, primary: pool, log })
  const close = async () => {
    await Promise.all([pool.end(), requests.close(), replica?.close()])
  }
  return { pool, requests, replica, isEmbedded: false, close }
}

async function openEmbedded({
  dataFolder,
  log,
  lost,
  preparedStatements,
}: Options): Promise<Database> {
  const postgres = await startEmbeddedPostgres(dataFolder, log, lost)
  const pool = openPool(postgres.connection, log)
  const requests = new RequestPool({
    connection: { ...postgres.connection, user: 'authenticator' },
    log,
    preparedStatements,
  })
  const close = async () => {
    // A query that hangs must not keep the database from being stopped.
    const ended = Promise.all([pool.end(), requests.close()])
    await Promise.race([ended, sleep(poolEndTakes, undefined, { ref: false })])
    await postgres.stop()
  }
  return { pool, requests, isEmbedded: true, close }
}

export function openPool(connection: Connection, log: Log) {
  const pool = new Pool({ ...poolSettings, ...connection, Client: HostClient })
  // An idle connection that breaks is replaced at the next use; the embedded one's owner tells more.
  pool.on('error', (error) => log.debug(error.message))
  // One that breaks in use says so to whoever waits for its answer; without a listener the event that
  // comes with it would end the process.
  pool.on('connect', (client) => client.on('error', (error) => log.debug(error.message)))
  return pool
}
