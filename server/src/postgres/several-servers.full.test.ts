import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { apply, jobList, jobs, release, snapshot } from '../../tests/support/release.ts'
import { bareDatabase } from '../../tests/support/test-database.ts'
import { seed } from './release/seed.ts'

suite('several servers', () => {
  test('that start together apply a release once', async () => {
    const { pool } = await bareDatabase()
    const sampleRelease = release({ migrations: jobs, code: jobList })
    await Promise.all([1, 2, 3, 4].map(() => apply(pool, sampleRelease, { isShared: true })))
    const { rows } = await pool.query('select count(*)::integer as n from private.releases')
    assert.deepEqual(rows, [{ n: 1 }])
  })

  test('that start together seed the demo once', async () => {
    const { pool } = await bareDatabase()
    const seedFiles = { 'one.sql': "insert into public.jobs values (1, 'Mend the roof')" }
    const sampleRelease = release({ migrations: jobs, seed: seedFiles })
    await apply(pool, sampleRelease, { isShared: true })
    const options = { release: sampleRelease, choice: 'demo', isLocal: true } as const
    const seeded = await Promise.all([1, 2, 3, 4].map(() => seed(pool, options)))
    assert.deepEqual(seeded, [true, true, true, true])
  })

  // @covers operations.older-version
  test('an older server leaves a newer migration and its code alone', async () => {
    const { pool } = await bareDatabase()
    const old = release({ migrations: jobs, code: jobList })
    const migrations = { ...jobs, '0002-more.sql': 'alter table public.jobs add city text;' }
    await apply(pool, old)
    await apply(pool, release({ migrations, code: {} }))
    const newerRelease = await snapshot(pool)
    await apply(pool, old)
    assert.deepEqual(await snapshot(pool), newerRelease)
  })

  test('an older server leaves newer code of a shared database alone', async () => {
    const { pool } = await bareDatabase()
    const [old, newerRelease] = [
      release({ migrations: jobs, code: jobList }),
      release({ migrations: jobs }),
    ]
    await apply(pool, old, { isShared: true })
    await apply(pool, newerRelease, { isShared: true })
    const snapshotBefore = await snapshot(pool)
    await apply(pool, old, { isShared: true })
    assert.deepEqual(await snapshot(pool), snapshotBefore)
  })

  test('a server of an older version leaves newer code alone, even if its own code was never applied', async () => {
    const { pool } = await bareDatabase()
    const newerRelease = release({ migrations: jobs })
    await apply(pool, { ...newerRelease, version: '0.10.0' }, { isShared: true })
    const snapshotBefore = await snapshot(pool)
    const old = { ...release({ migrations: jobs, code: jobList }), version: '0.9.0' }
    await apply(pool, old, { isShared: true })
    assert.deepEqual(await snapshot(pool), snapshotBefore)
  })

  test('an older server still writes the settings from the environment', async () => {
    const { pool } = await bareDatabase()
    await apply(pool, { ...release({ migrations: jobs }), version: '2.0.0' }, { isShared: true })
    await apply(pool, release({ migrations: jobs }), {
      isShared: true,
      settings: { signup: 'open' },
    })
    const { rows } = await pool.query("select value from private.settings where name = 'signup'")
    assert.deepEqual(rows, [{ value: 'open' }])
  })

  test('a new migration makes a release newer, even with code that was applied before', async () => {
    const { pool } = await bareDatabase()
    await apply(pool, release({ migrations: jobs, code: jobList }), { isShared: true })
    await apply(pool, release({ migrations: jobs }), { isShared: true })
    const migrations = { ...jobs, '0002-more.sql': 'alter table public.jobs add city text;' }
    await apply(pool, release({ migrations, code: jobList }), { isShared: true })
    assert.ok((await snapshot(pool)).includes('  city text'))
  })

  test('a server that does not share its database may go back to older code', async () => {
    const { pool } = await bareDatabase()
    const [firstRelease, secondRelease] = [
      release({ migrations: jobs, code: jobList }),
      release({ migrations: jobs }),
    ]
    await apply(pool, firstRelease)
    const first = await snapshot(pool)
    await apply(pool, secondRelease)
    await apply(pool, firstRelease)
    assert.deepEqual(await snapshot(pool), first)
  })
})
