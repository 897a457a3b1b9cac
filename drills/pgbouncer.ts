import { liftLimits } from '../tests/support/lift-limits.ts'
import { createExternalDatabase } from '../tests/support/external-database.ts'
import { startServer } from '../tests/support/server.ts'
import { Watcher, checkChangesReachAll, checkBroadcastsReachAll } from './nodes/live.ts'
import { queryOnce, type DatabaseAddress } from '../tests/support/query-once.ts'
import { countWrites } from './support/count.ts'
import { type Drill, type Mark, printLine } from './support/drill.ts'
import { JobWorkload } from './support/job-workload.ts'
import { type Person, signInPerson } from './support/people.ts'
import { startPgBouncer } from './support/pgbouncer.ts'

const concurrency = 32
const totalJobs = 200
const poolSize = 4

// @covers operations.pgbouncer
export const throughPgBouncer: Drill = {
  name: 'pgbouncer',
  summary: `${concurrency} requests at once go through PgBouncer with ${poolSize} connections in transaction mode, and then everything in session mode`,
  async run() {
    const databaseServer = await startServer()
    const marks = [
      ...(await checkTransactionMode(databaseServer)),
      ...(await checkSessionMode(databaseServer)),
    ]
    await databaseServer.stop()
    return marks
  },
}

type DatabaseServer = Awaited<ReturnType<typeof startServer>>

/**
 * The server sends requests through the pooler, which connects as `authenticator`. For everything else, the server
 * connects to PostgreSQL directly.
 */
async function checkTransactionMode(databaseServer: DatabaseServer): Promise<Mark[]> {
  const direct = await createExternalDatabase(databaseServer, 'pooled')
  const address = { ...databaseServer.connection, database: 'pooled' }
  const pooler = await startPgBouncer(address, 'transaction', poolSize)
  const server = await startServer({
    settings: { DATABASE_URL: direct, POOLER_URL: pooler.urlFor('authenticator'), SEED: 'demo' },
  })
  await liftLimits(address)
  const facility = await signInPerson(server, 'facility')
  const contractor = await signInPerson(server, 'contractor')
  const workload = new JobWorkload(facility, contractor)
  const running = workload.run(concurrency, totalJobs)
  const wrongResponses = await countWrongResponses([facility, contractor])
  const connectionCount = await countConnections(address)
  await running
  const { lost, duplicated } = await countWrites(address, workload)
  const watchers = [
    await Watcher.join(server.url, contractor, 'ann'),
    await Watcher.join(server.url, contractor, 'ben'),
  ]
  const liveMarks = [
    ...(await checkChangesReachAll(facility, [server.url], watchers)),
    ...(await checkBroadcastsReachAll(watchers)),
  ]
  for (const watcher of watchers) watcher.close()
  await server.stop()
  pooler.stop()
  printLine(`${workload.awarded.length} jobs awarded through ${connectionCount} connections`)
  return [
    { condition: 'failed requests', measured: workload.retries + workload.refusals.length, max: 0 },
    { condition: 'acknowledged writes lost', measured: lost, max: 0 },
    { condition: 'writes duplicated', measured: duplicated, max: 0 },
    { condition: 'responses with rows of another user', measured: wrongResponses, max: 0 },
    {
      condition: 'database connections used by requests',
      measured: connectionCount,
      max: poolSize,
    },
    ...liveMarks,
  ]
}

/** Sends everything through a pooler in session mode, including LISTEN. */
async function checkSessionMode(databaseServer: DatabaseServer): Promise<Mark[]> {
  await createExternalDatabase(databaseServer, 'sessions')
  const address = { ...databaseServer.connection, database: 'sessions' }
  const pooler = await startPgBouncer(address, 'session', 40)
  const server = await startServer({
    settings: { DATABASE_URL: pooler.urlFor('postgres'), SEED: 'demo' },
  })
  await liftLimits(address)
  const facility = await signInPerson(server, 'facility')
  const workload = new JobWorkload(facility, await signInPerson(server, 'contractor'))
  await workload.run(8, 50)
  const { lost, duplicated } = await countWrites(address, workload)
  const watcher = await Watcher.join(server.url, await signInPerson(server, 'contractor'), 'ann')
  const liveMarks = await checkChangesReachAll(facility, [server.url], [watcher])
  watcher.close()
  await server.stop()
  pooler.stop()
  const failed = workload.retries + workload.refusals.length + lost + duplicated
  const missedMarks = liveMarks.reduce(
    (sum, { measured, max }) => sum + (measured > max ? 1 : 0),
    0,
  )
  return [{ condition: 'failures in session mode', measured: failed + missedMarks, max: 0 }]
}

/**
 * Lets all given users read their own settings at the same time, in many rounds. Returns the number of wrong responses.
 */
async function countWrongResponses(people: readonly Person[]) {
  let wrongResponses = 0
  const readSettings = async ({ url, headers, id }: Person) => {
    const response = await fetch(`${url}/rest/v1/notification_settings?select=user_id`, { headers })
    if ((await response.text()) !== `[{"user_id":"${id}"}]`) wrongResponses += 1
  }
  for (let round = 0; round < 100; round += 1) {
    await Promise.all([...people, ...people].map(readSettings))
  }
  return wrongResponses
}

async function countConnections(address: DatabaseAddress) {
  const rows = await queryOnce(
    address,
    "select count(*)::integer as count from pg_stat_activity where usename = 'authenticator' and datname = current_database()",
  )
  return Number(rows[0]?.['count'])
}
