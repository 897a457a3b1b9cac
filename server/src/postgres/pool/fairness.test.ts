import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { silentLog } from '../../../tests/support/release.ts'
import { productDatabase } from '../../../tests/support/test-database.ts'
import { until } from '../../../../tests/support/until.ts'
import { TimeBudget } from '../../http/time-budget.ts'
import type { ConnectionUser, QueueTicket } from './connection-user.ts'
import { RequestPool, type Statement } from './request-pool.ts'

const { pool: admin, connection } = await productDatabase()
await admin.query('create table public.runs (id integer)')
await admin.query('grant insert on public.runs to authenticator')

function openPool() {
  const pool = new RequestPool({
    connection: { ...connection, user: 'authenticator' },
    log: silentLog,
    preparedStatements: true,
  })
  after(() => pool.close())
  return pool
}

const budget = new TimeBudget(() => ({ count: 20_000, seconds: 60 }))
const newUser = () => budget.userFor(randomUUID())
const newHeavyUser = () => ({ isHeavy: true, usedMs: 3000, startUse: () => () => {} })

const sql = (text: string) => [{ text, values: [] }]
const ticketOf = (user: ConnectionUser, options: Partial<QueueTicket> = {}): QueueTicket => ({
  priority: 'normal',
  user,
  ...options,
})
const quick = sql('select 1')
const slow = sql('select pg_sleep(0.6)')
const repeat = <Result>(count: number, make: (index: number) => Result) =>
  Array.from({ length: count }, (_, index) => make(index))

const runningSql = `select from pg_stat_activity
  where datname = current_database() and wait_event = 'PgSleep'`
const countRunning = async () => (await admin.query(runningSql)).rowCount

/** Resolves with the name of the promise that settles first. */
const first = (works: Record<string, Promise<unknown>>) =>
  Promise.race(Object.entries(works).map(([name, work]) => work.then(() => name)))

suite('a quick request is served before slow ones end', () => {
  const slowRequests: Record<string, (pool: RequestPool) => Promise<unknown>[]> = {
    'of one user': (pool) => {
      const user = newUser()
      return repeat(12, () => pool.batch('anon', slow, ticketOf(user)))
    },
    'of ten users': (pool) => {
      const users = repeat(10, () => newUser())
      return users.flatMap((user) => repeat(2, () => pool.batch('anon', slow, ticketOf(user))))
    },
    'of ten heavy users': (pool) => {
      const users = repeat(10, () => newHeavyUser())
      return users.map((user) => pool.batch('anon', slow, ticketOf(user)))
    },
    'of ten users with expensive statements': (pool) =>
      repeat(10, () => pool.batch('anon', slow, ticketOf(newUser(), { isExpensive: true }))),
    'that are urgent': (pool) =>
      repeat(10, () => pool.batch('anon', slow, ticketOf(newUser(), { priority: 'urgent' }))),
    'in transactions': (pool) =>
      repeat(10, () => pool.transaction('anon', (batch) => batch(slow), ticketOf(newUser()))),
  }
  for (const [description, start] of Object.entries(slowRequests)) {
    test(description, async () => {
      const pool = openPool()
      const requests = start(pool)
      await until(async () => ((await countRunning()) ?? 0) > 0)
      const quickRequest = pool.batch('anon', quick, ticketOf(newUser()))
      assert.equal(await first({ quick: quickRequest, slow: Promise.any(requests) }), 'quick')
      await Promise.allSettled(requests)
    })
  }
})

suite('a request that was cancelled for others runs again, and has its effect once', () => {
  type Run = (pool: RequestPool, statements: Statement[], ticket: QueueTicket) => Promise<unknown>
  const runs: Record<string, Run> = {
    'a batch': (pool, statements, ticket) => pool.batch('anon', statements, ticket),
    'a transaction': (pool, statements, ticket) =>
      pool.transaction(
        'anon',
        async (batch) => {
          await batch(quick)
          return batch(statements)
        },
        ticket,
      ),
  }
  for (const [description, run] of Object.entries(runs)) {
    test(description, async () => {
      await admin.query('truncate public.runs')
      const pool = openPool()
      const insert = (id: number) => sql(`insert into public.runs select ${id} from pg_sleep(1)`)
      const inserts = repeat(8, (id) => run(pool, insert(id), ticketOf(newUser())))
      await until(async () => (await countRunning()) === 8)
      await Promise.all(repeat(8, () => pool.batch('anon', quick, ticketOf(newUser()))))
      assert.ok(((await countRunning()) ?? 8) < 8)
      await Promise.all(inserts)
      const { rows } = await admin.query('select array_agg(id order by id) as ids from public.runs')
      assert.deepEqual(rows, [{ ids: [0, 1, 2, 3, 4, 5, 6, 7] }])
    })
  }
})

test('slow requests of users run undisturbed while nobody waits', async () => {
  const pool = openPool()
  const requests = repeat(8, () => pool.batch('anon', slow, ticketOf(newUser())))
  await Promise.all(requests)
  assert.equal(pool.totalCount, 8)
})

test('nobody gets a second connection while another user waits', async () => {
  const pool = openPool()
  const lockingClient = await admin.connect()
  after(() => lockingClient.release(true))
  await lockingClient.query('select pg_advisory_lock(1)')
  const hold = sql('select pg_advisory_xact_lock(1)')
  const held = repeat(8, () => pool.batch('anon', hold))
  const order: string[] = []
  const [busyUser, other] = [newUser(), newUser()]
  const run = (name: string, user: ConnectionUser) =>
    pool
      .batch('anon', sql('select pg_sleep(0.01)'), ticketOf(user))
      .then(() => void order.push(name))
  const waiting = [...repeat(12, () => run('busy', busyUser)), run('other', other)]
  await lockingClient.query('select pg_advisory_unlock(1)')
  await Promise.all([...held, ...waiting])
  assert.ok(order.indexOf('other') < 8, order.join())
})

test('exclusive requests of one user run one after the other', async () => {
  const pool = openPool()
  const user = newUser()
  const tryLock = sql('select pg_try_advisory_xact_lock(2)::text, pg_sleep(0.05)')
  const ticket = ticketOf(user, { isExclusive: true })
  const results = await Promise.all(repeat(6, () => pool.batch('anon', tryLock, ticket)))
  assert.deepEqual(
    results.map(([rows]) => rows?.[0]?.[0]?.toString()),
    repeat(6, () => 'true'),
  )
})
