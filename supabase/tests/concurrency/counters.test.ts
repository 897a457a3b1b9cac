// Compares the counters with the rows while many users write and the scheduler rolls up the counters.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { PoolClient } from 'pg'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { until } from '../../../tests/support/until.ts'
import { setIdentity } from '../support/run-story.ts'
import { buildWorld, idOf, type Person } from '../support/world.ts'

const { pool } = await productDatabase(20)

const setupClient = await pool.connect()
await setupClient.query('begin')
await buildWorld(setupClient)
await setupClient.query('commit')
setupClient.release()

/** Runs one user's statement in a separate transaction, which is rolled back if `isKept` is false. */
async function act(person: Person, statement: string, values: unknown[] = [], isKept = true) {
  const db = await pool.connect()
  try {
    await db.query('begin')
    await setIdentity(db, idOf(person))
    const { rows } = await db.query<Record<string, unknown>>(statement, values)
    await db.query(isKept ? 'commit' : 'rollback')
    return rows
  } catch {
    await db.query('rollback')
    return []
  } finally {
    db.release()
  }
}

const insertJob = `insert into public.jobs (id, facility_id, title, description, budget, category)
  values ($1, $2, 'Mow', 'The lawn.', 10, 'Grounds')`

/** `outcome` decides whether the job is awarded, finished or deleted, or whether it stays open. */
async function runJob(outcome: number) {
  const job = randomUUID()
  const bid = randomUUID()
  // The server posts the first job, so no limit applies.
  await pool.query(insertJob, [job, idOf('fiona')])
  await act('frank', insertJob, [randomUUID(), idOf('frank')], false)
  const insertBid =
    'insert into public.bids (id, job_id, contractor_id, amount) values ($1, $2, $3, 9)'
  await pool.query(insertBid, [bid, job, idOf('cora')])
  const award = () => act('fiona', 'select public.accept_and_reject_bids($1, $2)', [bid, job])
  const remove = () => act('fiona', 'update public.jobs set is_deleted = true where id = $1', [job])
  if (outcome === 0) await Promise.all([award(), remove()])
  if (outcome === 1) await award()
  if (outcome === 1)
    await act('cora', "update public.jobs set status = 'finished' where id = $1", [job])
  if (outcome === 2) await remove()
}

test('the number of biddable jobs stays right under concurrent changes', async () => {
  const scheduledRuns = Promise.all(
    Array.from({ length: 10 }, () => pool.query('select private.run_scheduled()')),
  )
  await Promise.all(Array.from({ length: 40 }, (_, index) => runJob(index % 4)))
  await scheduledRuns
  const readTotal = () =>
    act('carl', 'select distinct total::integer from public.find_available_jobs()')
  const countRows = () =>
    act('carl', 'select count(*)::integer as total from public.dashboard_available_jobs')
  assert.deepEqual(await readTotal(), await countRows())
  await pool.query('select private.run_scheduled()')
  assert.deepEqual(await readTotal(), await countRows())
  // Three jobs are from the shared test data, and a quarter of the 40 new jobs stay open.
  assert.deepEqual(await readTotal(), [{ total: 13 }])
})

/** Runs the statement in another transaction, and calls the callback before that transaction ends. */
async function duringWrite(statement: string, callback: (writer: PoolClient) => Promise<void>) {
  const writer = await pool.connect()
  try {
    await writer.query('begin')
    await writer.query(statement)
    await callback(writer)
  } finally {
    writer.release(true)
  }
}

test('a recount does not block transactions that began before it, whatever they write next', async () => {
  const ban = `insert into app.audit_log (action, subject) values ('ban', '${idOf('kim')}')`
  await duringWrite(ban, async (writer) => {
    const recount = pool.query('select private.recount()')
    await until(async () => {
      const isRecountRunningSql = `select from pg_stat_activity
        where query = 'select private.recount()' and state = 'active' and datname = current_database()`
      return (await pool.query(isRecountRunningSql)).rowCount === 1
    })
    await writer.query('update public.profiles set last_active_at = now()')
    await writer.query('update public.jobs set title = title')
    await writer.query('commit')
    await recount
  })
  const numberSql = "select public.admin_list_number('entries', 'ban')::integer as number"
  assert.deepEqual(await act('ada', numberSql), [{ number: 1 }])
})

test('a recount gives up if other transactions write for seconds', () =>
  duringWrite('update public.jobs set title = title', async () => {
    await assert.rejects(pool.query('select private.recount()'), { code: '55P03' })
  }))

test('a recount waits for a table that is being vacuumed, and starts with it', () =>
  duringWrite('lock table public.bids in share update exclusive mode', async (writer) => {
    const recount = pool.query('select private.recount()')
    const isWaitingSql = `select from pg_locks where relation = 'public.bids'::regclass and not granted
      and not exists (select from pg_locks where relation = 'public.jobs'::regclass and granted
        and mode = 'ShareRowExclusiveLock')`
    await until(async () => (await pool.query(isWaitingSql)).rowCount === 1)
    await writer.query('commit')
    await recount
  }))

/** Locks the table as a writer does, and resolves with a function that ends the transaction. */
async function startWriter(table: string) {
  const writer = await pool.connect()
  await writer.query('begin')
  await writer.query(`lock table ${table} in row exclusive mode`)
  return () => writer.release(true)
}

test('a recount gives up within five seconds, even if other transactions alternate between tables', async () => {
  const isWaitingSql = `select from pg_locks
    where relation = $1::regclass and mode = 'ShareRowExclusiveLock' and not granted
      and waitstart < clock_timestamp() - interval '1 second'
      and database = (select oid from pg_database where datname = current_database())`
  let [lockedTable, otherTable] = ['public.jobs', 'public.bids']
  let releaseLock = await startWriter(lockedTable)
  let hasEnded = false
  const recount = pool.query('select private.recount()').finally(() => {
    hasEnded = true
  })
  const rejection = assert.rejects(recount, { code: '55P03' })
  // While the recount waits for one table, lock the other one and unlock the first, until the recount ends.
  let turnCount = 0
  const isWaiting = async () => (await pool.query(isWaitingSql, [lockedTable])).rowCount === 1
  for (;;) {
    await until(async () => hasEnded || (await isWaiting()))
    if (hasEnded) break
    const releaseNextLock = await startWriter(otherTable)
    releaseLock()
    ;[lockedTable, otherTable, releaseLock] = [otherTable, lockedTable, releaseNextLock]
    turnCount += 1
  }
  releaseLock()
  await rejection
  assert.ok(turnCount <= 3, `It started over ${turnCount} times.`)
})
