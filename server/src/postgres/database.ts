// Opens the database: an embedded PostgreSQL, or one that the operator runs.
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import type { Log } from '../log.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { checkExternalPostgres } from './external-postgres.ts'
import { type Connection, HostClient, Hosts } from './hosts.ts'
import { RequestPool } from './pool/request-pool.ts'
import { Replica } from './replication/replica.ts'

export type { Pool, PoolClient }

export interface Database {
  /** For the server's own queries, with all rights. */
  pool: Pool
  /** For requests. Each runs with the role and claims of its user. */
  requests: RequestPool
  /** A standby for reads that may be slightly stale. It is not used before it is opened. */
  replica?: Replica | undefined
  /** True if no other server can share the database. */
  isEmbedded: boolean
  close: () => Promise<void>
}

interface DatabaseOptions {
  dataFolder: string
  /** One for each host. Without any, the embedded PostgreSQL is started. */
  databaseUrls: readonly string[] | undefined
  /** A pooler to the same database, for requests. Each transaction may get another connection there. */
  poolerUrl?: string | undefined
  replica?: { url: string; keepsSession: boolean } | undefined
  log: Log
  /** False for poolers that do not support prepared statements. */
  preparedStatements: boolean
  /** Called if another server has taken over the embedded database. This process must end then. */
  onLost: (reason: unknown) => void
}

const poolEndTimeoutMs = 1500

const poolSettings = {
  max: 8,
  connectionTimeoutMillis: 10_000,
  idleTimeoutMillis: 30_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  application_name: 'mendwell',
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrls } = options
  return databaseUrls ? openExternal(databaseUrls, options) : openEmbedded(options)
}

async function openExternal(
  databaseUrls: readonly string[],
  { log, preparedStatements, poolerUrl, replica: replicaOptions }: DatabaseOptions,
): Promise<Database> {
  const connection = { hosts: new Hosts(databaseUrls), connectionTimeoutMillis: 10_000 }
  const { isSuperuser } = await checkExternalPostgres(connection)
  const pool = openPool(connection, log)
  // We do not know the password of authenticator. A superuser can become authenticator by this statement. Any other
  // login is a member of all three roles, and the gateway checks the role in the token. The same goes for a pooler that
  // changes connections between transactions, because the statement would stay on a connection that others use.
  const keepsSession = preparedStatements && poolerUrl === undefined
  const requests = new RequestPool({
    connection: poolerUrl === undefined ? connection : { connectionString: poolerUrl },
    log,
    preparedStatements,
    keepsSession,
    setupStatement:
      isSuperuser && keepsSession ? 'set session authorization authenticator' : undefined,
  })
  const replica = replicaOptions && new Replica({ ...replicaOptions, primary: pool, log })
  const close = async () => {
    await Promise.all([pool.end(), requests.close(), replica?.close()])
  }
  return { pool, requests, replica, isEmbedded: false, close }
}

async function openEmbedded({
  dataFolder,
  log,
  onLost,
  preparedStatements,
}: DatabaseOptions): Promise<Database> {
  const postgres = await startEmbeddedPostgres(dataFolder, log, onLost)
  const pool = openPool(postgres.connection, log)
  const requests = new RequestPool({
    connection: { ...postgres.connection, user: 'authenticator' },
    log,
    preparedStatements,
  })
  const close = async () => {
    // A query that hangs must not block the stop of the database.
    const ended = Promise.all([pool.end(), requests.close()])
    await Promise.race([ended, sleep(poolEndTimeoutMs, undefined, { ref: false })])
    await postgres.stop()
  }
  return { pool, requests, isEmbedded: true, close }
}

export function openPool(connection: Connection, log: Log) {
  const pool = new Pool({ ...poolSettings, ...connection, Client: HostClient })
  // An idle connection that breaks is replaced at the next use. The embedded database logs the cause itself.
  pool.on('error', (error) => log.debug(error.message))
  // If a connection breaks in use, its query rejects. The error event needs a listener too, or it would end the process.
  pool.on('connect', (client) => client.on('error', (error) => log.debug(error.message)))
  return pool
}
