import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  apply,
  jobList,
  jobs,
  release,
  silentLog,
  snapshot,
} from '../../../tests/support/release.ts'
import { bareDatabase, productDatabase } from '../../../tests/support/test-database.ts'
import { readRelease } from './release.ts'

suite('a release', () => {
  test('changes nothing when it is applied again', async () => {
    const { pool } = await bareDatabase()
    const realRelease = await readRelease('supabase')
    await apply(pool, realRelease)
    const first = await snapshot(pool)
    await apply(pool, realRelease)
    assert.deepEqual(await snapshot(pool), first)
    assert.ok(first.includes('table auth.users'))
  })

  test('restores missing parts of the platform', async () => {
    const { pool } = await productDatabase()
    const before = await snapshot(pool)
    await pool.query('drop function auth.email(); drop table auth.mfa_amr_claims')
    await apply(pool, await readRelease('supabase'))
    assert.deepEqual(await snapshot(pool), before)
  })

  test('without an application leaves the application in the database alone', async () => {
    const { pool } = await bareDatabase()
    await apply(pool, release({ migrations: jobs, code: jobList }))
    const before = await snapshot(pool)
    await apply(pool, await readRelease(undefined))
    assert.deepEqual(await snapshot(pool), before)
  })

  test('writes the settings that SQL needs, and their changes', async () => {
    const { pool } = await bareDatabase()
    const readSettings = () =>
      pool.query("select value from private.settings where name = 'signup'")
    await apply(pool, release({ migrations: jobs }), { settings: { signup: 'closed' } })
    assert.deepEqual((await readSettings()).rows, [{ value: 'closed' }])
    await apply(pool, release({ migrations: jobs }), { settings: { signup: 'open' } })
    assert.deepEqual((await readSettings()).rows, [{ value: 'open' }])
  })

  test('renames the limits of older releases, and keeps the values of the operator', async () => {
    const { pool } = await bareDatabase()
    await apply(pool, release({ migrations: jobs }))
    await pool.query(
      `update private.settings set name = replace(name, '_user', '_person'), value = '7/1'
       where name in ('limit_requests_user', 'limit_live_sockets_user')`,
    )
    await apply(pool, release({ migrations: jobs }))
    const { rows } = await pool.query(
      "select name, value from private.settings where name ~ '_(user|person)$' order by name",
    )
    assert.deepEqual(rows, [
      { name: 'limit_live_sockets_user', value: '7/1' },
      { name: 'limit_requests_user', value: '7/1' },
    ])
  })

  test('waits for a table that is in use, and continues', async () => {
    const { pool } = await bareDatabase()
    await apply(pool, release({ migrations: jobs, code: jobList }))
    const lockingClient = await pool.connect()
    await lockingClient.query('begin; lock table public.jobs')
    const migrations = { ...jobs, '0002-name.sql': 'alter table public.jobs rename title to name;' }
    let resolveWarning = () => {}
    const firstFailure = new Promise<void>((resolve) => (resolveWarning = resolve))
    const log = silentLog.child({}, { level: 'warn' })
    log.warn = () => resolveWarning()
    const applying = apply(pool, release({ migrations }), { log })
    await firstFailure
    await lockingClient.query('commit')
    lockingClient.release()
    await applying
    assert.ok((await snapshot(pool)).includes('  name text'))
  })
})
