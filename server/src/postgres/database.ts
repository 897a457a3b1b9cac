// Opens the embedded PostgreSQL, or a database that the operator runs.
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import type { Log } from '../log.ts'
import { type ConnectionCounts, embeddedMaxConnections } from './connection-counts.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { checkExternalPostgres } from './external-postgres.ts'
import { type Connection, HostClient, Hosts } from './hosts.ts'
import { RequestPool } from './pool/request-pool.ts'
import { Replica } from './replication/replica.ts'

export type { Pool }

export interface Database {
  /** The pool for the server's internal queries. Its login has all rights. */
  pool: Pool
  /** The pool for requests. Each request runs with its user's role and claims. */
  requests: RequestPool
  /** A standby for slightly stale reads, which must be opened before use. */
  replica?: Replica | undefined
  /** True for the embedded PostgreSQL, which no other server can use. */
  isEmbedded: boolean
  close: () => Promise<void>
}

interface DatabaseOptions {
  dataFolder: string
  /** The folder with PostgreSQL programs that replace the packaged ones. */
  embeddedBin?: string | undefined
  /** One URL for each host, or undefined for the embedded PostgreSQL. */
  databaseUrls: readonly string[] | undefined
  /** A pooler for requests, which may use a different connection for each transaction. */
  poolerUrl?: string | undefined
  replica?: { url: string; keepsSession: boolean } | undefined
  connections: ConnectionCounts
  log: Log
  /** False if the pooler does not support prepared statements. */
  preparedStatements: boolean
  /** Called if another server has taken over the embedded database, so that this process ends. */
  onLost: (reason: unknown) => void
}

const poolEndTimeoutMs = 1500

const poolSettings = {
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
  { log, preparedStatements, poolerUrl, replica: replicaOptions, connections }: DatabaseOptions,
): Promise<Database> {
  const connection = { hosts: new Hosts(databaseUrls), connectionTimeoutMillis: 10_000 }
  const { isSuperuser } = await checkExternalPostgres(connection)
  const pool = openPool(connection, connections.server, log)
  // The server does not know the password of authenticator, but a superuser can become authenticator. Other logins are
  // members of the three roles for requests, so they need no `setupStatement`. Behind a pooler, the statement's effect
  // would stay on a connection that other clients use.
  const keepsSession = preparedStatements && poolerUrl === undefined
  const requests = new RequestPool({
    connection: poolerUrl === undefined ? connection : { connectionString: poolerUrl },
    log,
    preparedStatements,
    keepsSession,
    maxConnections: connections.requests,
    setupStatement:
      isSuperuser && keepsSession ? 'set session authorization authenticator' : undefined,
  })
  const replica =
    replicaOptions &&
    new Replica({ ...replicaOptions, maxConnections: connections.requests, primary: pool, log })
  const close = async () => {
    await Promise.all([pool.end(), requests.close(), replica?.close()])
  }
  return { pool, requests, replica, isEmbedded: false, close }
}

async function openEmbedded({
  dataFolder,
  embeddedBin,
  log,
  onLost,
  preparedStatements,
  connections,
}: DatabaseOptions): Promise<Database> {
  const postgres = await startEmbeddedPostgres({
    dataFolder,
    embeddedBin,
    maxConnections: embeddedMaxConnections(connections),
    log,
    onLost,
  })
  const pool = openPool(postgres.connection, connections.server, log)
  const requests = new RequestPool({
    connection: { ...postgres.connection, user: 'authenticator' },
    log,
    preparedStatements,
    maxConnections: connections.requests,
  })
  const close = async () => {
    // A query that hangs must not prevent the database from stopping.
    const ended = Promise.all([pool.end(), requests.close()])
    await Promise.race([ended, sleep(poolEndTimeoutMs, undefined, { ref: false })])
    await postgres.stop()
  }
  return { pool, requests, isEmbedded: true, close }
}

export function openPool(connection: Connection, maxConnections: number, log: Log) {
  const pool = new Pool({ ...poolSettings, ...connection, max: maxConnections, Client: HostClient })
  // The pool replaces an idle connection that breaks, so the error is logged only at the level debug.
  pool.on('error', (error) => log.debug(error.message))
  // A broken connection emits an error event, which would end the process without this listener.
  pool.on('connect', (client) => client.on('error', (error) => log.debug(error.message)))
  return pool
}
