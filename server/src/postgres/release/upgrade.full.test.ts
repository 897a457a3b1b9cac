// Tests upgrades from data of earlier releases. Each dump contains the demo, and at least one row in each table. The
// dumps were made by `pg_dump --inserts --rows-per-insert=200` on the oldest supported PostgreSQL, and contain no
// commands of psql.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createClient } from '@supabase/supabase-js'
import { startApp } from '../../../tests/support/app.ts'
import { apply, snapshot } from '../../../tests/support/release.ts'
import { bareDatabase, productDatabase } from '../../../tests/support/test-database.ts'
import type { Pool } from '../database.ts'
import { readRelease } from './release.ts'

const folder = 'server/tests/earlier/'
/** The number of rows in these tables differs between releases. */
const variableTables =
  /^private\.(migrations|releases|code_objects|settings|secrets|outbox|counters|counter_changes)$|^realtime\.changes$|^public\.notice_kinds$/u

async function countAllRows(pool: Pool) {
  const { rows } = await pool.query<{ name: string; rows: number }>(
    `select name, (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || name, false, true, '')))[1]::text::integer as rows
       from (select format('%I.%I', schemaname, tablename) as name from pg_tables
              where schemaname not in ('pg_catalog', 'information_schema')) as all_tables`,
  )
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}

async function restoreDump(file: string) {
  const database = await bareDatabase()
  const client = await database.pool.connect()
  await client.query(gunzipSync(await readFile(folder + file)).toString())
  // The dump sets a different search path, so this connection is not used again.
  client.release(true)
  return database
}

/**
 * Takes a snapshot without the functions that each server creates at its start, because their names depend on the
 * database.
 */
async function snapshotWithoutGenerated(pool: Pool) {
  const { rows } = await pool.query<{ made: string }>(
    `select oid::regprocedure::text as made from pg_proc
     where pronamespace = 'realtime'::regnamespace and proname ~ '^seen_[0-9]+_'`,
  )
  for (const { made: routine } of rows) await pool.query(`drop function ${routine}`)
  return snapshot(pool)
}

suite('an upgrade', async () => {
  const release = await readRelease('supabase')
  for (const file of await readdir(folder)) {
    // @covers operations.upgrade
    test(`from ${file} leads to the schema of a new database and keeps every row`, async () => {
      const { pool } = await restoreDump(file)
      const countsBefore = await countAllRows(pool)
      assert.ok([...countsBefore.values()].every((count) => count > 0))
      await apply(pool, release, { isShared: true })
      const newDatabase = await productDatabase()
      assert.deepEqual(
        await snapshotWithoutGenerated(pool),
        await snapshotWithoutGenerated(newDatabase.pool),
      )
      const countsAfter = await countAllRows(pool)
      for (const [name, count] of countsBefore) {
        if (!variableTables.test(name)) assert.equal(countsAfter.get(name), count, name)
      }
    })

    test(`from ${file} keeps the resume that a profile names, or else the newest`, async () => {
      const { pool } = await restoreDump(file)
      const [named, unnamed] = [
        'aaaaaaaa-0000-4000-8000-000000000001',
        'aaaaaaaa-0000-4000-8000-000000000002',
      ]
      for (const id of [named, unnamed]) {
        await pool.query(
          `insert into auth.users (id, email, raw_app_meta_data) values ($1::uuid, $1::uuid || '@example.com', '{"role":"consultant"}')`,
          [id],
        )
        await pool.query(
          `insert into storage.objects (bucket_id, name, version, updated_at)
           select 'documents', $1::text || '/resume/' || name || '.pdf', $1::text || name, now() - age::interval
           from (values ('a', '1 day'), ('b', '3 days'), ('c', '2 days')) as resumes (name, age)`,
          [id],
        )
      }
      const pathOf = (id: string, name: string) => `${id}/resume/${name}.pdf`
      const setUrl = 'update public.profiles set resume_url = $2 where id = $1'
      await pool.query(setUrl, [named, `https://example.com/documents/${pathOf(named, 'b')}`])
      await pool.query(setUrl, [unnamed, 'https://example.com/cv'])
      await pool.query("delete from private.outbox where kind = 'file'")
      await apply(pool, release, { isShared: true })
      const { rows } = await pool.query(
        `select name, documents ->> 'resume' as current, resume_url from storage.objects
         join public.profiles on profiles.id = objects.owner
         where profiles.id in ($1, $2) order by name`,
        [named, unnamed],
      )
      assert.deepEqual(rows, [
        {
          name: pathOf(named, 'b'),
          current: pathOf(named, 'b'),
          resume_url: `https://example.com/documents/${pathOf(named, 'b')}`,
        },
        {
          name: pathOf(unnamed, 'a'),
          current: pathOf(unnamed, 'a'),
          resume_url: 'https://example.com/cv',
        },
      ])
      const removed = await pool.query<{ version: string }>(
        "select payload ->> 'version' as version from private.outbox where kind = 'file' order by 1",
      )
      assert.deepEqual(
        removed.rows.map(({ version }) => version),
        [`${named}a`, `${named}c`, `${unnamed}b`, `${unnamed}c`],
      )
    })

    test(`from ${file} lets users sign in with their passwords and read their own rows`, async () => {
      const shared = await restoreDump(file)
      await apply(shared.pool, release, { isShared: true })
      const { port, secrets } = await startApp({}, undefined, { shared })
      const client = createClient(`http://127.0.0.1:${port}`, secrets.anonKey, {
        auth: { persistSession: false, autoRefreshToken: false },
      })
      const email = 'facility@mendwell.test'
      const password = 'Mendwell-demo-1'
      const { data, error } = await client.auth.signInWithPassword({ email, password })
      assert.equal(error, null)
      const id = data.user?.id ?? ''
      const jobs = await client.from('jobs').select('id').eq('facility_id', id).throwOnError()
      const photos = await client.from('job_photos').select('owner_id').throwOnError()
      assert.ok(jobs.data.length > 5)
      assert.deepEqual(photos.data, [{ owner_id: id }])
    })
  }
})
