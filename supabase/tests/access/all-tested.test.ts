import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { columns } from './matrix.ts'

const { pool } = await productDatabase()
const files = await Array.fromAsync(glob('supabase/tests/*/*.ts'))
const tests = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')

async function readNames(query: string) {
  return (await pool.query<{ name: string }>(query)).rows.map(({ name }) => name)
}

suite('everything that is exposed is tested', () => {
  test('each procedure and computed column is called in a test', async () => {
    const names = await readNames(
      "select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace",
    )
    assert.ok(names.length > 30)
    assert.deepEqual(
      names.filter((name) => !tests.includes(`public.${name}`)),
      [],
    )
  })

  test('each view is read in a test', async () => {
    const names = await readNames(
      "select relname as name from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace",
    )
    assert.deepEqual(
      names.filter((name) => !tests.includes(`public.${name}`)),
      [],
    )
  })

  test('each table is in the matrix, with the columns that may be sent', async () => {
    const names = await readNames(
      "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ('app', 'storage')" +
        " union select 'public.' || relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    )
    assert.deepEqual(new Set(names), new Set(Object.keys(columns)))
  })
})
