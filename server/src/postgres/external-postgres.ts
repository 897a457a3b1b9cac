// Checks a PostgreSQL that the operator runs, and a pooler in front of it.
import type { Pool } from 'pg'
import { messageOf } from '../message-of.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { type Connection, HostClient } from './hosts.ts'
import type { RequestPool } from './pool/request-pool.ts'

const oldestVersion = 15

interface ServerInfo {
  version: number
  login: string
  isSuperuser: boolean
  mayMakeRoles: boolean
}

export async function checkExternalPostgres(connection: Connection) {
  const { version, login, isSuperuser, mayMakeRoles } = await queryFirstUsableHost(connection)
  if (version < oldestVersion) {
    throw new StartupFailure(
      `DATABASE_URL leads to PostgreSQL ${version}; Mendwell needs ${oldestVersion} or newer.`,
    )
  }
  if (!isSuperuser && !(version >= 16 && mayMakeRoles)) {
    throw new StartupFailure(
      `DATABASE_URL logs in as ${login}, who must be a superuser` +
        (version >= 16 ? ' or have CREATEROLE and BYPASSRLS.' : '.'),
    )
  }
  return { isSuperuser }
}

/** Tries the hosts one after the other, until one of them answers. */
async function queryFirstUsableHost(connection: Connection): Promise<ServerInfo> {
  for (let left = connection.hosts?.count ?? 1; ; left -= 1) {
    try {
      return await queryServerInfo(connection)
    } catch (error) {
      if (left <= 1) throw error
    }
  }
}

async function queryServerInfo(connection: Connection): Promise<ServerInfo> {
  let client: HostClient | undefined
  try {
    client = new HostClient(connection)
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<ServerInfo>(
      `select current_setting('server_version_num')::integer / 10000 as version,
              rolname as login,
              rolsuper as "isSuperuser",
              rolcreaterole and rolbypassrls as "mayMakeRoles"
         from pg_roles
        where rolname = current_user`,
    )
    if (!rows[0]) throw new Error('it does not know its own user')
    return rows[0]
  } catch (error) {
    throw new StartupFailure(`DATABASE_URL cannot be used: ${messageOf(error)}.`)
  } finally {
    await client?.end().catch(() => undefined)
  }
}

/** The server's start time and the database's oid together identify the database. */
const serverIdentity = `select extract(epoch from pg_postmaster_start_time())::text || ' ' || oid::text as name
  from pg_database where datname = current_database()`

/** Refuses a pooler that leads to another database. */
export async function checkPooler({ pool, requests }: { pool: Pool; requests: RequestPool }) {
  const { rows } = await pool.query<{ name: string }>(serverIdentity)
  const identity = await queryThroughPooler(requests)
  if (rows[0]?.name === identity) return
  throw new StartupFailure('POOLER_URL leads to another database than DATABASE_URL.')
}

async function queryThroughPooler(requests: RequestPool) {
  try {
    const [rows] = await requests.batch('', [{ text: serverIdentity, values: [] }])
    return rows?.[0]?.[0]?.toString()
  } catch (error) {
    throw new StartupFailure(`POOLER_URL cannot be used: ${messageOf(error)}.`)
  }
}
