// Compares the number of connections that all servers may open with the number that the database allows.
import type { Queryable } from './transaction.ts'

export interface ConnectionCounts {
  /** The connections for requests. A server opens the same number to a replica. */
  requests: number
  /** The connections for the server's own work. */
  server: number
}

/** Five connections listen and notify, and a sixth one briefly cancels slow statements. */
const otherConnections = 6

/**
 * Further connections to the embedded database: for the owner lock, for commands such as a backup, and for an operator.
 */
const spareConnections = 28

export function embeddedMaxConnections({ requests, server }: ConnectionCounts) {
  return requests + server + otherConnections + spareConnections
}

/** Each running server has one connection with this name, so counting these connections counts the servers. */
export const listenerName = (channel: string) => `mendwell ${channel}`

interface DatabaseLimits {
  allowed: number
  otherServers: number
}

/**
 * Returns a warning if this server and all running servers may together open too many connections. Assumes that all
 * servers have the same settings.
 */
export async function explainTooManyConnections(
  db: Queryable,
  { requests, server }: ConnectionCounts,
  isPooled: boolean,
): Promise<string | undefined> {
  const { rows } = await db.query<DatabaseLimits>(
    `select current_setting('max_connections')::integer
              - current_setting('superuser_reserved_connections')::integer
              - coalesce(current_setting('reserved_connections', true), '0')::integer as allowed,
            (select count(*)::integer from pg_stat_activity
              where datname = current_database() and application_name = $1) as "otherServers"`,
    [listenerName('pgrst')],
  )
  const [{ allowed, otherServers } = { allowed: Infinity, otherServers: 0 }] = rows
  const perServer = server + otherConnections + (isPooled ? 0 : requests)
  const serverCount = otherServers + 1
  if (serverCount * perServer <= allowed) return undefined
  const servers = serverCount === 1 ? 'This server' : `${serverCount} servers`
  return (
    `${servers} may open ${serverCount * perServer} connections to the database, which allows ${allowed}. Raise its ` +
    'max_connections, or lower REQUEST_CONNECTIONS and SERVER_CONNECTIONS. docs/operations/scaling.md has the formula.'
  )
}
