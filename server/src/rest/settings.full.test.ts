import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { until } from '../../../tests/support/until.ts'
import { startRestServer } from './testing.ts'

suite('the exposed schemas', () => {
  // @covers dialect.profiles
  test('are chosen by profile, with the first as default', async () => {
    const { ask, assertRefused } = await startRestServer()
    assert.equal((await ask('/makers')).status, 200)
    assert.equal(
      (await assertRefused('/makers', { headers: { 'accept-profile': 'public' } })).code,
      'PGRST205',
    )
    assert.equal((await ask('/profiles', { headers: { 'accept-profile': 'public' } })).status, 200)
    const body = { id: 50, name: 'x' }
    const headers = {
      'content-profile': 'lab',
      'accept-profile': 'nonsense',
      'content-type': 'application/json',
    }
    assert.equal((await ask('/makers', { method: 'POST', body, headers })).status, 201)
  })

  test('may have any name, also in headers', async () => {
    const name = 'Größe "@/1'
    const { ask, pool, reloadSchema } = await startRestServer({ EXPOSED_SCHEMAS: `lab,${name}` })
    const quoted = `"${name.replaceAll('"', '""')}"`
    await pool.query(
      `create schema ${quoted}; create table ${quoted}.sizes (id int);
      grant usage on schema ${quoted} to authenticated;
      grant select on ${quoted}.sizes to authenticated`,
    )
    await reloadSchema()
    // This text has one character for each byte of UTF-8, as Node.js writes headers.
    const profile = Buffer.from(name).toString('latin1')
    const readSizes = () => ask('/sizes', { headers: { 'accept-profile': profile } })
    await until(async () => (await readSizes()).status === 200)
    assert.equal((await readSizes()).headers['content-profile'], profile)
  })

  test('are the only reachable ones', async () => {
    const { assertRefused } = await startRestServer()
    for (const schema of [
      'private',
      'auth',
      'pg_catalog',
      'information_schema',
      'lab, public',
      '"lab"',
      '',
    ]) {
      const { status, code, hint } = await assertRefused('/users', {
        headers: { 'accept-profile': schema },
      })
      assert.deepEqual([status, code], [406, 'PGRST106'])
      assert.equal(hint, 'Only the following schemas are exposed: lab, public')
    }
  })
})

suite('EXTRA_SEARCH_PATH', () => {
  // @covers dialect.search-path
  test('names schemas whose views may connect exposed relations', async () => {
    const { ask, pool, reloadSchema } = await startRestServer({ EXTRA_SEARCH_PATH: 'public,halls' })
    await pool.query(
      `create schema halls; create view halls.makers_there as select * from lab.makers;
      create view lab.makers_here as select * from halls.makers_there;
      grant select on lab.makers_here to authenticated`,
    )
    await reloadSchema()
    const path = '/makers_here?select=id,things!second_maker(id)&id=eq.1'
    await until(async () => (await ask(path)).status === 200)
  })
})

suite('ANON_ROLE=none', () => {
  // @covers dialect.no-anonymous
  test('refuses clients without a token', async () => {
    const { ask, assertRefused } = await startRestServer({ ANON_ROLE: 'none' })
    const { status, code, headers } = await assertRefused('/makers', {
      headers: { authorization: '' },
    })
    assert.deepEqual([status, code, headers['www-authenticate']], [401, 'PGRST302', 'Bearer'])
    assert.equal((await ask('/makers')).status, 200)
  })
})

suite('PRE_REQUEST', () => {
  // @covers dialect.pre-request
  test('names a function that can refuse requests', async () => {
    const { ask, assertRefused } = await startRestServer({ PRE_REQUEST: 'lab.check_request' })
    assert.equal((await ask('/makers')).status, 200)
    const { status, message } = await assertRefused('/makers', { headers: { 'x-bad': '1' } })
    assert.deepEqual([status, message], [451, 'not like that'])
  })
})

suite('PREPARED_STATEMENTS', () => {
  for (const [setting, isKept] of [
    ['on', true],
    ['off', false],
  ] as const) {
    test(`=${setting} keeps ${isKept ? 'some' : 'none'} in the database`, async () => {
      const { ask } = await startRestServer({ PREPARED_STATEMENTS: setting })
      const statementCounts: unknown[] = []
      for (let round = 0; round < 4; round += 1) {
        statementCounts.push((await ask('/rpc/prepared', { method: 'POST' })).json)
      }
      assert.equal(Number(statementCounts.at(-1)) > 0, isKept)
    })
  }
})

suite('a change of the schema', () => {
  // @covers dialect.reload
  test('is loaded after a notification, and no request fails meanwhile', async () => {
    const { ask, pool, reloadSchema } = await startRestServer()
    const testEnded = new AbortController()
    const statuses = new Set<number>()
    const client = async () => {
      while (!testEnded.signal.aborted)
        statuses.add((await ask('/makers?select=id,name&order=id')).status)
    }
    const clients = [client(), client(), client()]
    for (const column of ['one', 'two', 'three']) {
      await pool.query(`alter table lab.makers add column ${column} integer`)
      await reloadSchema()
      await until(async () => (await ask(`/makers?select=${column}`)).status === 200)
    }
    await pool.query('alter table lab.makers alter column name type varchar(50)')
    await reloadSchema()
    await until(async () => (await ask('/makers?name=eq.One')).status === 200)
    testEnded.abort()
    await Promise.all(clients)
    assert.deepEqual([...statuses], [200])
  })

  test('is loaded after the listening connection was lost', async () => {
    const { ask, name, pool } = await startRestServer()
    await pool.query(
      'create table lab.later (id integer); grant select on lab.later to authenticated',
    )
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = $1 and query like 'listen%' and pid <> pg_backend_pid()`,
      [name],
    )
    await until(async () => (await ask('/later')).status === 200)
  })
})

suite('a database without a free connection', () => {
  test('makes the server respond that it is busy until one is free', async () => {
    const { ask, assertRefused, name, pool } = await startRestServer()
    await pool.query(`alter database ${name} connection limit 0`)
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = $1 and application_name = 'mendwell requests'`,
      [name],
    )
    // The first requests may still get a broken connection.
    await until(async () => (await assertRefused('/makers')).code === 'PGRST001')
    const { status, code, headers } = await assertRefused('/makers')
    assert.deepEqual([status, code, headers['retry-after']], [503, 'PGRST001', '1'])
    await pool.query(`alter database ${name} connection limit -1`)
    assert.equal((await ask('/makers')).status, 200)
  })
})
