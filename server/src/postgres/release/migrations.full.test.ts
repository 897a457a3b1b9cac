import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { apply, jobList, jobs, release, snapshot } from '../../../tests/support/release.ts'
import { quietPool } from '../../../tests/support/test-cluster.ts'
import { bareDatabase } from '../../../tests/support/test-database.ts'

suite('a migration', () => {
  test('runs once', async () => {
    const { pool } = await bareDatabase()
    const migrations = {
      ...jobs,
      '0002-row.sql': "insert into public.jobs values (1, 'Fix roof');",
    }
    await apply(pool, release({ migrations }))
    await apply(pool, release({ migrations, code: jobList }))
    assert.equal((await pool.query('select from public.jobs')).rowCount, 1)
  })

  // @covers operations.migration-fails
  test('that fails leaves the database as before and names its line', async () => {
    const { pool } = await bareDatabase()
    await apply(pool, release({ migrations: jobs, code: jobList }))
    const snapshotBefore = await snapshot(pool)
    const assertFails = async (text: string, message: string) => {
      const migrations = {
        ...jobs,
        '0002-good.sql': 'drop table if exists x;',
        '0003-bad.sql': text,
      }
      await assert.rejects(apply(pool, release({ migrations, code: jobList })), { message })
      assert.deepEqual(await snapshot(pool), snapshotBefore)
    }
    await assertFails(
      'alter table public.jobs\n  add bad;',
      'product/0003-bad.sql:2: syntax error at or near ";"',
    )
    await assertFails(
      "insert into public.jobs values (1, 'a;b');\n\n-- twice;\ninsert into public.jobs values (1, 'c');",
      'product/0003-bad.sql:4: duplicate key value violates unique constraint "jobs_pkey"',
    )
  })

  test('may not be changed after it ran', async () => {
    const { pool } = await bareDatabase()
    await apply(pool, release({ migrations: jobs }))
    const changedMigrations = { '0001-jobs.sql': `${jobs['0001-jobs.sql']} -- better` }
    await assert.rejects(apply(pool, release({ migrations: changedMigrations })), {
      message: /product\/0001-jobs\.sql was changed after it ran/,
    })
  })

  test('never runs on a database that other migrations created, and one line says what to do', async () => {
    const { pool } = await bareDatabase()
    await apply(pool, release({ migrations: jobs, code: jobList }))
    const snapshotBefore = await snapshot(pool)
    const squashedMigrations = { '0001-tables.sql': jobs['0001-jobs.sql'] }
    await assert.rejects(apply(pool, release({ migrations: squashedMigrations })), {
      message:
        'This database was made by other migrations than those of this release, so it cannot be upgraded. ' +
        'To begin again, set DATA_DIR to a new folder, or DATABASE_URL to an empty database. ' +
        'To keep its data, import it: docs/operations/moving.md says how.',
    })
    assert.deepEqual(await snapshot(pool), snapshotBefore)
  })

  test('may not end the transaction that it runs in', async () => {
    const { pool } = await bareDatabase()
    await apply(pool, release({ migrations: jobs, code: jobList }))
    const snapshotBefore = await snapshot(pool)
    for (const command of ['commit', 'rollback', 'begin']) {
      const migrations = { ...jobs, '0002-bad.sql': `create table public.half ();\n${command};` }
      await assert.rejects(apply(pool, release({ migrations, code: jobList })), {
        message: 'product/0002-bad.sql:2: a file must not begin or end a transaction',
      })
      assert.deepEqual(await snapshot(pool), snapshotBefore)
    }
  })

  test('leaves no setting behind on the connection', async () => {
    const { connection } = await bareDatabase()
    const pool = quietPool({ ...connection, max: 1 })
    const migrations = { ...jobs, '0002-set.sql': "select set_config('search_path', '', false);" }
    await apply(pool, release({ migrations }))
    const { rows } = await pool.query("select current_setting('search_path') <> '' as untouched")
    await pool.end()
    assert.deepEqual(rows, [{ untouched: true }])
  })
})
