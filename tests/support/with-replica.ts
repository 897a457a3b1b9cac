// Starts a server with an external database and a read replica.
import { queryOnce } from './query-once.ts'
import { liftLimits } from './lift-limits.ts'
import { createExternalDatabase } from './external-database.ts'
import { type Server, startServer } from './server.ts'
import { Standby } from './standby.ts'

/** Starts a server with a replica. The external PostgreSQL has a second database `elsewhere`. */
export async function startWithReplica(extraSettings: NodeJS.ProcessEnv) {
  const host = await startServer()
  const DATABASE_URL = await createExternalDatabase(host, 'copied')
  await createExternalDatabase(host, 'elsewhere')
  const standby = await Standby.of(host)
  const REPLICA_URL = standby.urlFor('copied', 'authenticator')
  const settings = { DATABASE_URL, REPLICA_URL, ...extraSettings }
  const server = await startServer({ settings })
  const primary = { ...host.connection, database: 'copied' }
  const queryPrimary = (statement: string) => queryOnce(primary, statement)
  await liftLimits(primary)
  await queryPrimary(
    `create function public.is_copy() returns boolean stable language sql
       as 'select pg_is_in_recovery()';
     grant execute on function public.is_copy() to anon, authenticated;
     notify pgrst, 'reload schema'`,
  )
  return { settings, server, standby, queryPrimary }
}

/** Returns whether the replica answers a request that accepts stale data. */
export async function isAnsweredByReplica({ url }: Server, cache = 'max-stale') {
  const response = await fetch(`${url}/rest/v1/rpc/is_copy`, {
    headers: { 'cache-control': cache },
  })
  return (await response.text()) === 'true'
}
