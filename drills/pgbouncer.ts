import { liftLimits } from '../tests/support/lift-limits.ts'
import { outsideDatabase } from '../tests/support/outside-database.ts'
import { startServer } from '../tests/support/server.ts'
import { Watcher, changesCross, wordsCross } from './nodes/live.ts'
import { askDatabase, type DatabaseAddress } from '../tests/support/ask-database.ts'
import { count } from './support/count.ts'
import { type Drill, type Mark, say } from './support/drill.ts'
import { Errands } from './support/errands.ts'
import { type Person, person } from './support/people.ts'
import { startPgBouncer } from './support/pgbouncer.ts'

const lanes = 32
const errandsInAll = 200
const pooled = 4

// @covers operations.pgbouncer
export const throughPgBouncer: Drill = {
  name: 'pgbouncer',
  does: `${lanes} at once through PgBouncer, with ${pooled} connections for transactions; then all by sessions`,
  async run() {
    const lender = await startServer()
    const marks = [...(await byTransactions(lender)), ...(await bySessions(lender))]
    await lender.stop()
    return marks
  },
}

type Lender = Awaited<ReturnType<typeof startServer>>

/**
 * Requests go through the pooler, which connects as `authenticator`. Everything else goes straight
 * to PostgreSQL.
 */
async function byTransactions(lender: Lender): Promise<Mark[]> {
  const direct = await outsideDatabase(lender, 'pooled')
  const address = { ...lender.connection, database: 'pooled' }
  const pooler = await startPgBouncer(address, 'transaction', pooled)
  const server = await startServer({
    settings: { DATABASE_URL: direct, POOLER_URL: pooler.urlFor('authenticator'), SEED: 'demo' },
  })
  await liftLimits(address)
  const facility = await person(server, 'facility')
  const contractor = await person(server, 'contractor')
  const errands = new Errands(facility, contractor)
  const running = errands.run(lanes, errandsInAll)
  const strangers = await rowsOfOthers([facility, contractor])
  const used = await connectionsOf(address)
  await running
  const { lost, twice } = await count(address, errands)
  const watchers = [
    await Watcher.join(server.url, contractor, 'ann'),
    await Watcher.join(server.url, contractor, 'ben'),
  ]
  const live = [
    ...(await changesCross(facility, [server.url], watchers)),
    ...(await wordsCross(watchers)),
  ]
  for (const watcher of watchers) watcher.close()
  await server.stop()
  pooler.stop()
  say(`${errands.done.length} jobs awarded through ${used} connections`)
  return [
    { what: 'requests that failed', seen: errands.repeats + errands.refusals.length, most: 0 },
    { what: 'acknowledged and lost', seen: lost, most: 0 },
    { what: 'done twice', seen: twice, most: 0 },
    { what: 'answers with what belongs to somebody else', seen: strangers, most: 0 },
    { what: 'connections that requests had', seen: used, most: pooled },
    ...live,
  ]
}

/** Sends everything through a pooler in session mode, including LISTEN. */
async function bySessions(lender: Lender): Promise<Mark[]> {
  await outsideDatabase(lender, 'sessions')
  const address = { ...lender.connection, database: 'sessions' }
  const pooler = await startPgBouncer(address, 'session', 40)
  const server = await startServer({
    settings: { DATABASE_URL: pooler.urlFor('postgres'), SEED: 'demo' },
  })
  await liftLimits(address)
  const facility = await person(server, 'facility')
  const errands = new Errands(facility, await person(server, 'contractor'))
  await errands.run(8, 50)
  const { lost, twice } = await count(address, errands)
  const watcher = await Watcher.join(server.url, await person(server, 'contractor'), 'ann')
  const live = await changesCross(facility, [server.url], [watcher])
  watcher.close()
  await server.stop()
  pooler.stop()
  const failed = errands.repeats + errands.refusals.length + lost + twice
  const told = live.reduce((sum, { seen, most }) => sum + (seen > most ? 1 : 0), 0)
  return [{ what: 'that failed by sessions', seen: failed + told, most: 0 }]
}

/** Two users read their rows at the same time. Returns the number of wrong responses. */
async function rowsOfOthers(people: readonly Person[]) {
  let strangers = 0
  const ask = async ({ url, headers, id }: Person) => {
    const answer = await fetch(`${url}/rest/v1/notification_settings?select=user_id`, { headers })
    if ((await answer.text()) !== `[{"user_id":"${id}"}]`) strangers += 1
  }
  for (let turn = 0; turn < 100; turn += 1) {
    await Promise.all([...people, ...people].map(ask))
  }
  return strangers
}

async function connectionsOf(address: DatabaseAddress) {
  const rows = await askDatabase(
    address,
    "select count(*)::integer as count from pg_stat_activity where usename = 'authenticator' and datname = current_database()",
  )
  return Number(rows[0]?.['count'])
}
