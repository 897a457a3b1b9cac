import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { until } from '../../../../tests/support/until.ts'
import { silentLog } from '../../../tests/support/release.ts'
import { productDatabase } from '../../../tests/support/test-database.ts'
import { DatabaseRefusal } from './errors.ts'
import { RequestClient } from './request-client.ts'
import { NoConnectionError, RequestPool, type Row, type Statement } from './request-pool.ts'
import { openIdleConnections } from './testing-idle-pids.ts'

const { pool: admin, connection } = await productDatabase()
await admin.query(`
  create table public.notes (id integer primary key, text text, unique (text) deferrable initially deferred);
  grant all on public.notes to anon, authenticated`)

interface PoolOptions {
  preparedStatements?: boolean
  keepsSession?: boolean
  setupStatement?: string
  max?: number
}

/** By default the pool has one connection, so that all batches run in the same session. */
function openPool({
  max = 1,
  preparedStatements = true,
  keepsSession,
  setupStatement,
}: PoolOptions = {}) {
  const pool = new RequestPool({
    connection: { ...connection, user: setupStatement ? 'postgres' : 'authenticator' },
    maxConnections: max,
    log: silentLog,
    preparedStatements,
    setupStatement,
    keepsSession,
  })
  after(() => pool.close())
  return pool
}

const sql = (text: string, ...values: (string | null)[]): Statement => ({ text, values })
const become = (role: string) => sql("select set_config('role', $1, true)", role)
const toTexts = (rows: Row[] | undefined) =>
  rows?.map((row) => row.map((value) => value?.toString() ?? null))

async function last(pool: RequestPool, ...statements: Statement[]) {
  return toTexts((await pool.batch('anon', statements)).at(-1))
}

function isRefusal(code: string) {
  return (error: unknown) => error instanceof DatabaseRefusal && error.code === code
}

suite('a batch', () => {
  test('returns the rows of each statement, with nulls and values of any length', async () => {
    const pool = openPool()
    const longText = 'ü'.repeat(300_000)
    const results = await pool.batch('anon', [
      sql('select 1, null, $1::text', longText),
      sql("select generate_series(1, 20000), repeat('x', 100)"),
      sql('select where false'),
    ])
    assert.deepEqual(toTexts(results[0]), [['1', null, longText]])
    assert.equal(results[1]?.length, 20_000)
    assert.deepEqual(toTexts(results[1])?.at(-1), ['20000', 'x'.repeat(100)])
    assert.deepEqual(results[2], [])
  })

  test('is one transaction, and its settings end with it', async () => {
    const pool = openPool()
    assert.deepEqual(await last(pool, become('anon'), sql('select current_user::text')), [['anon']])
    assert.deepEqual(await last(pool, sql('select current_user::text')), [['authenticator']])
  })

  test('that fails is rolled back, and the next one works', async () => {
    const pool = openPool()
    const insert = sql("insert into public.notes values (1, 'lost')")
    await assert.rejects(
      pool.batch('anon', [become('anon'), insert, sql('select 1 / 0')]),
      isRefusal('22012'),
    )
    assert.deepEqual(await last(pool, become('anon'), sql('select count(*) from public.notes')), [
      ['0'],
    ])
  })

  test('fails if a deferred constraint is violated', async () => {
    const pool = openPool()
    const insert = sql("insert into public.notes values (2, 'same'), (3, 'same')")
    await assert.rejects(pool.batch('anon', [become('anon'), insert]), isRefusal('23505'))
    assert.deepEqual(await last(pool, sql('select 1')), [['1']])
  })

  test('may contain the same statement twice, even on a new connection', async () => {
    const pool = openPool()
    const ask = (value: string) => sql('select $1::text', value)
    await pool.batch('anon', [ask('to be known')])
    await assert.rejects(pool.batch('anon', [sql('select pg_terminate_backend(pg_backend_pid())')]))
    const results = await pool.batch('anon', [ask('one'), ask('two'), ask('three')])
    assert.deepEqual(results.map(toTexts), [[['one']], [['two']], [['three']]])
  })

  test('prepares a statement at its second use, for each role', async () => {
    const pool = openPool()
    const ask = sql('select statement from pg_prepared_statements order by statement')
    const first = await last(pool, ask)
    const second = await last(pool, ask)
    const third = await last(pool, ask)
    assert.deepEqual([first, second, third], [[], [[ask.text]], [[ask.text]]])
    assert.deepEqual(toTexts((await pool.batch('other', [ask])).at(-1)), [[ask.text]])
    assert.deepEqual(toTexts((await pool.batch('other', [ask])).at(-1)), [[ask.text], [ask.text]])
  })

  test('knows after an error which statements are prepared', async () => {
    const pool = openPool()
    const validStatement = sql('select $1::integer', '1')
    const invalidStatement = sql('select $1::integer', 'x')
    await last(pool, validStatement)
    await assert.rejects(
      pool.batch('anon', [invalidStatement, sql('select 2')]),
      isRefusal('22P02'),
    )
    await assert.rejects(
      pool.batch('anon', [sql('select 2'), invalidStatement]),
      isRefusal('22P02'),
    )
    assert.deepEqual(await last(pool, sql('select 2'), validStatement), [['1']])
    assert.deepEqual(await last(pool, sql('select 2')), [['2']])
  })

  test('keeps the most recently used statements, and drops the others', async () => {
    const pool = openPool()
    for (let index = 0; index < 200; index += 1) {
      await last(pool, sql(`select ${index}`))
      await last(pool, sql(`select ${index}`))
    }
    const count = await last(pool, sql('select count(*) from pg_prepared_statements'))
    assert.deepEqual(count, [['150']])
    assert.deepEqual(await last(pool, sql('select 0')), [['0']])
  })

  test('is retried after an outdated plan', async () => {
    const pool = openPool()
    await admin.query(
      'create table public.changing (a integer); grant select on public.changing to anon',
    )
    await admin.query('insert into public.changing values (1)')
    const ask = [become('anon'), sql('select * from public.changing')]
    for (let index = 0; index < 3; index += 1) assert.deepEqual(await last(pool, ...ask), [['1']])
    await admin.query("alter table public.changing add column b text default 'two'")
    assert.deepEqual(await last(pool, ...ask), [['1', 'two']])
    await last(pool, sql('deallocate all'))
    assert.deepEqual(await last(pool, ...ask), [['1', 'two']])
  })

  test('prepares nothing for poolers without prepared statements', async () => {
    const pool = openPool({ preparedStatements: false })
    const ask = sql('select statement from pg_prepared_statements order by statement')
    for (let index = 0; index < 3; index += 1) assert.deepEqual(await last(pool, ask), [])
  })

  test('refuses COPY', async () => {
    const pool = openPool()
    const copy = sql('copy public.notes from stdin')
    await assert.rejects(pool.batch('anon', [become('anon'), copy]), isRefusal('57014'))
    assert.deepEqual(await last(pool, sql('select 1')), [['1']])
  })
})

suite('a transaction that stays open', () => {
  const insert = sql("insert into public.notes values (10, 'kept')")
  const countNote = [become('anon'), sql('select count(*) from public.notes where id = 10')]

  test('is rolled back by an error, in the database or in the work', async () => {
    const pool = openPool()
    const failedTransaction = pool.transaction('anon', async (batch) => {
      await batch([become('anon'), insert])
      throw new Error('too much')
    })
    await assert.rejects(failedTransaction, { message: 'too much' })
    assert.deepEqual(await last(pool, ...countNote), [['0']])
    await assert.rejects(
      pool.transaction('anon', (batch) => batch([sql('select 1 / 0')])),
      isRefusal('22012'),
    )
    assert.deepEqual(await last(pool, sql('select current_user::text')), [['authenticator']])
  })

  test('is committed if there is no error', async () => {
    const pool = openPool()
    await pool.transaction('anon', (batch) => batch([become('anon'), insert]))
    assert.deepEqual(await last(pool, ...countNote), [['1']])
  })
})

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

suite('connections', () => {
  test('that are lost are replaced', async () => {
    const pool = openPool()
    const [[pid] = []] = (await last(pool, sql('select pg_backend_pid()'))) ?? []
    const sleepingBatch = pool.batch('anon', [sql('select pg_sleep(20)')])
    const sleepingSql = `select from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`
    await until(async () => (await admin.query(sleepingSql)).rowCount === 1)
    await Promise.all([
      assert.rejects(sleepingBatch, isRefusal('57P01')),
      admin.query(`select pg_terminate_backend(${pid})`),
    ])
    assert.deepEqual(await last(pool, sql('select 1')), [['1']])
  })

  test('that died while idle are skipped', async () => {
    const pool = openPool({ max: 3 })
    for (const pid of await openIdleConnections(admin, pool, 3)) {
      process.kill(pid, 'SIGTERM')
      // While this loop runs, Node.js handles no events, so the pool cannot notice the end of the connection.
      while (isAlive(pid));
    }
    const insert = (id: number) => [become('anon'), sql(`insert into public.notes values (${id})`)]
    await Promise.all([
      pool.batch('anon', insert(20)),
      pool.transaction('anon', (batch) => batch(insert(21))),
      pool.batch('anon', insert(22)),
    ])
  })

  test('that end before they start a batch are replaced, and the batch runs once', async () => {
    const pool = openPool()
    for (const id of [30, 31]) {
      const insert = [become('anon'), sql(`insert into public.notes values (${id})`)]
      const [pid = 0] = await openIdleConnections(admin, pool, 1)
      process.kill(pid, 'SIGSTOP')
      const insertion =
        id === 30 ? pool.batch('anon', insert) : pool.transaction('anon', (batch) => batch(insert))
      process.kill(pid, 'SIGTERM')
      process.kill(pid, 'SIGCONT')
      await insertion
    }
  })

  test('run the setup statement once', async () => {
    const pool = openPool({ setupStatement: 'set session authorization authenticator' })
    for (let index = 0; index < 2; index += 1) {
      assert.deepEqual(await last(pool, sql('select session_user::text')), [['authenticator']])
    }
    await assert.rejects(pool.batch('anon', [become('postgres')]), isRefusal('42501'))
  })

  test('cancel a statement after 8 s, and requests that wait 10 s for a connection fail', async () => {
    const pool = openPool()
    const sleep = () => pool.batch('anon', [sql('select pg_sleep(9)')])
    await Promise.all([
      assert.rejects(sleep(), isRefusal('57014')),
      assert.rejects(sleep(), isRefusal('57014')),
      assert.rejects(sleep(), NoConnectionError),
    ])
    assert.deepEqual(await last(pool, sql('select 1')), [['1']])
  })

  for (const [description, keepsSession] of [
    ['have a statement timeout and no JIT compilation', true],
    ['have the same settings behind a pooler', false],
  ] as const) {
    test(description, async () => {
      await admin.query(`alter database ${connection.database} set jit = on`)
      const pool = openPool({ keepsSession })
      const settings = sql("select current_setting('statement_timeout'), current_setting('jit')")
      assert.deepEqual(await last(pool, settings), [['8s', 'off']])
      const results = await pool.transaction('anon', (batch) => batch([settings]))
      assert.deepEqual(results.map(toTexts), [[['8s', 'off']]])
    })
  }

  test('that do not respond time out', async () => {
    const client = new RequestClient({ ...connection, user: 'authenticator' }, 1000)
    client.on('error', () => {})
    await client.connect()
    const [[[pid] = []] = []] = await client.batch([sql('select pg_backend_pid()')])
    process.kill(Number(pid), 'SIGSTOP')
    try {
      await assert.rejects(client.batch([sql('select 1')]), {
        message: 'Connection terminated: no answer',
      })
      assert.equal(client.isBroken, true)
    } finally {
      process.kill(Number(pid), 'SIGCONT')
    }
  })
})
