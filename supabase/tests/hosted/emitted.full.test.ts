// Runs the access matrix after applying the migration for hosted Supabase with the rights of a hosted project's login.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { after, suite, test } from 'node:test'
import { emitMigration } from '../../../server/src/postgres/release/emit-migration.ts'
import { readRelease } from '../../../server/src/postgres/release/release.ts'
import { transactAndDisconnect } from '../../../server/src/postgres/transaction.ts'
import { quietPool, startCluster } from '../../../server/tests/support/test-cluster.ts'
import { bareDatabase } from '../../../server/tests/support/test-database.ts'

const { pool: scratch } = await bareDatabase()
const release = await readRelease('supabase')
const migration = await transactAndDisconnect(scratch, (client) => emitMigration(client, release))

const { host, stop } = await startCluster()
const asPlatform = quietPool({ host, user: 'postgres', database: 'postgres' })
const asProject = quietPool({ host, user: 'project', database: 'postgres' })
after(async () => {
  await Promise.all([asPlatform.end(), asProject.end()])
  await stop()
})
await asPlatform.query(await readFile('supabase/tests/hosted/project.sql', 'utf8'))
await transactAndDisconnect(asProject, (client) => client.query(migration))

/** Runs the tests of the access matrix on this database. */
function matrix() {
  const skipped = '--test-skip-pattern=is granted by column'
  const env = {
    ...process.env,
    TEST_DATABASE_SOCKET: host,
    NODE_TEST_CONTEXT: undefined,
    // Hosted Supabase allows deletions of rows of files only with this option.
    PGOPTIONS: '-c storage.allow_delete_query=true',
  }
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      ['--test', '--test-reporter=spec', skipped, 'supabase/tests/access/matrix.test.ts'],
      { env },
      (error, output, problems) =>
        resolve({ code: error ? Number(error.code) : 0, output: output + problems }),
    )
  })
}

suite('the product on a hosted Supabase', () => {
  // @covers 6.server.enforced
  test('has the same access matrix', async () => {
    const { code, output } = await matrix()
    assert.equal(code, 0, output)
    assert.match(output, /ℹ pass [1-9]\d\d\n/)
  })

  test('replaces a resume, although the platform refuses deletions by SQL', async () => {
    const id = '00000000-0000-4000-8000-0000000000ad'
    await asPlatform.query(
      `insert into auth.users (id, email, raw_app_meta_data)
       values ($1, 'consultant@example.test', '{"role": "consultant"}')`,
      [id],
    )
    const store = "insert into storage.objects (bucket_id, name) values ('documents', $1)"
    for (const name of ['older', 'newer']) {
      await asProject.query(store, [`${id}/resume/${name}.pdf`])
    }
    const { rows } = await asProject.query('select name from storage.objects where owner = $1', [
      id,
    ])
    assert.deepEqual(rows, [{ name: `${id}/resume/newer.pdf` }])
    await assert.rejects(asProject.query('delete from storage.objects'), { code: '42501' })
  })

  test("does not keep the platform's default grants to write", async () => {
    const { rows } = await asPlatform.query<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and (has_table_privilege('anon', c.oid, 'select, insert, update, delete')
           or has_table_privilege('authenticated', c.oid, 'insert, truncate'))`,
    )
    assert.deepEqual(rows, [])
  })

  test('has the watched tables in the publication, and ends all access of a user', async () => {
    const { rows } = await asPlatform.query<{ count: number }>(
      "select count(*)::integer from pg_publication_tables where pubname = 'supabase_realtime'",
    )
    assert.deepEqual(rows, [{ count: 8 }])
    const id = '00000000-0000-4000-8000-0000000000ac'
    await asPlatform.query(
      `insert into auth.users (id, email, email_change, phone_change, phone_change_token)
       values ($1, 'leaving@example.test', 'new@example.test', '15550001234', 'a hash')`,
      [id],
    )
    await asProject.query('select private.end_access($1)', [id])
    const leftovers = await asPlatform.query(
      'select email_change, phone_change, phone_change_token from auth.users where id = $1',
      [id],
    )
    assert.deepEqual(leftovers.rows, [
      { email_change: '', phone_change: '', phone_change_token: '' },
    ])
  })
})
