// Checks the query plans for storage requests when there are many objects.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, suite, test } from 'node:test'
import { z } from 'zod'
import { until } from '../../../tests/support/until.ts'
import { signedIn, startApp } from '../../tests/support/app.ts'

const { ask, pool, name: database, secrets } = await startApp()
const me = randomUUID()

const headers = signedIn(secrets, me)

async function post(path: string, body: object) {
  const request = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  return ask(`/storage/v1/object/${path}`, request)
}

/** Ends the connections of requests, because PostgreSQL reports a connection's statistics at its end. */
async function endConnections() {
  const requestConnections =
    "datname = current_database() and application_name = 'mendwell requests'"
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where ${requestConnections}`,
  )
  await until(async () => {
    const { rows } = await pool.query(`select from pg_stat_activity where ${requestConnections}`)
    return rows.length === 0
  })
  // The server responds that it is busy until it notices the lost connections.
  await until(async () => (await ask('/storage/v1/bucket', { headers })).status === 200)
}

const countRows = z.tuple([z.object({ count: z.coerce.number() })])

async function readCount(statement: string) {
  await endConnections()
  await pool.query('select pg_stat_clear_snapshot()')
  return countRows.parse((await pool.query(statement)).rows)[0].count
}

before(async () => {
  await pool.query(`alter database ${database} set track_functions = 'all'`)
  await pool.query(
    `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data)
     values ($1, 'me@example.com', '{"role":"facility"}', '{"full_name":"Me"}')`,
    [me],
  )
  // Skips the triggers, which would be slow for this many rows.
  await pool.query(`begin; set local session_replication_role = replica;
    insert into storage.objects (bucket_id, name, metadata)
    select 'documents', gen_random_uuid() || '/job-photo/a.png', '{"size":1}'
    from generate_series(1, 20000); commit`)
  await pool.query('vacuum analyze storage.objects')
})

suite('with many files', () => {
  test('a file is found through its index', async () => {
    const name = `${me}/resume/a.pdf`
    const rowsReadSql = `select seq_tup_read as count from pg_stat_user_tables where relid = 'storage.objects'::regclass`
    const countBefore = await readCount(rowsReadSql)
    const objectUrl = `/storage/v1/object/documents/${name}`
    for (let round = 0; round < 2; round += 1) {
      const upload = { method: 'POST', headers: { ...headers, 'content-type': 'application/pdf' } }
      assert.equal((await ask(objectUrl, { ...upload, body: '%PDF-1.7\n%%EOF\n' })).status, 200)
      assert.equal((await ask(objectUrl, { headers })).status, 200)
      assert.equal((await post(`sign/documents/${name}`, { expiresIn: 60 })).status, 200)
      assert.equal((await post('sign/documents', { paths: [name], expiresIn: 60 })).status, 200)
      const moveBody = {
        bucketId: 'documents',
        sourceKey: name,
        destinationKey: `${me}/resume/b.pdf`,
      }
      assert.equal((await post('move', moveBody)).status, 200)
      const deleteRequest = { method: 'DELETE', headers: headers }
      assert.equal(
        (await ask(`/storage/v1/object/documents/${me}/resume/b.pdf`, deleteRequest)).status,
        200,
      )
    }
    assert.equal((await readCount(rowsReadSql)) - countBefore, 0)
  })

  test('a list does not call the path functions for each file', async () => {
    const functionCallsSql = `select coalesce(sum(calls), 0) as count from pg_stat_user_functions
      where funcname = 'parse_file_path'`
    const countBefore = await readCount(functionCallsSql)
    const { status, body } = await post('list-v2/documents', { limit: 1 })
    assert.equal(status, 200)
    assert.match(body, /"objects":\[\]/)
    assert.equal((await readCount(functionCallsSql)) - countBefore, 0)
  })
})
