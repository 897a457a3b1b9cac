// A PostgreSQL that somebody else runs: is it one that we can work on?
import { messageOf } from '../message-of.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { type Connection, HostClient } from './hosts.ts'

const oldest = 15

interface Server {
  version: number
  login: string
  isSuperuser: boolean
  mayMakeRoles: boolean
}

export async function checkOutsidePostgres(connection: Connection) {
  const { version, login, isSuperuser, mayMakeRoles } = await askEach(connection)
  if (version < oldest) {
    throw new StartupFailure(
      `DATABASE_URL leads to PostgreSQL ${version}; Mendwell needs ${oldest} or newer.`,
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

/** One host after the other, until one can be worked on. */
async function askEach(connection: Connection): Promise<Server> {
  for (let left = connection.hosts?.count ?? 1; ; left -= 1) {
    try {
      return await ask(connection)
    } catch (error) {
      if (left <= 1) throw error
    }
  }
}

async function ask(connection: Connection): Promise<Server> {
  let client: HostClient | undefined
  try {
    client = new HostClient(connection)
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<Server>(
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
