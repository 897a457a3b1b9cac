// Checks policies on storage.objects that use the declared metadata of a file, or the operation of the request.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { signedIn, startApp } from '../../../tests/support/app.ts'

const { pool, secrets, port } = await startApp()
const url = `http://127.0.0.1:${port}`
const server = createClient(url, secrets.serviceRoleKey)

/** Creates a bucket with the given policies, and returns it with a client of a new user. */
async function bucketWith(insertPolicy: string, selectPolicy = 'true') {
  const id = `bucket-${randomUUID()}`
  assert.equal((await server.storage.createBucket(id)).error, null)
  await pool.query(`
    create policy "${id}-insert" on storage.objects for insert to authenticated
      with check (bucket_id = '${id}' and ${insertPolicy});
    create policy "${id}-select" on storage.objects for select to authenticated
      using (bucket_id = '${id}' and ${selectPolicy})`)
  const headers = signedIn(secrets, randomUUID())
  const client = createClient(url, secrets.anonKey, { global: { headers } })
  return { id, bucket: client.storage.from(id), headers }
}

const policyError = 'new row violates row-level security policy'
const bytes = (size: number) => new Uint8Array(size).fill(65)

/** The two ways in which supabase-js sends a file. */
const bodies = [
  ['a body', bytes],
  ['a form', (size: number) => new Blob([bytes(size)], { type: 'text/plain' })],
] as const

for (const [description, fileOf] of bodies) {
  suite(`a policy for inserts of ${description}`, () => {
    test('reads the metadata of the user', async () => {
      const { bucket } = await bucketWith(`user_metadata ->> 'department' = 'engineering'`)
      const metadata = { department: 'engineering' }
      assert.equal((await bucket.upload('a.txt', fileOf(9), { metadata })).error, null)
      assert.equal((await bucket.upload('b.txt', fileOf(9))).error?.message, policyError)
      const other = { metadata: { department: 'sales' } }
      assert.equal((await bucket.upload('c.txt', fileOf(9), other)).error?.message, policyError)
    })

    test('reads the declared type', async () => {
      const { bucket } = await bucketWith(`metadata ->> 'mimetype' like 'text/%'`)
      const sent = (contentType: string) =>
        bucket.upload(`${randomUUID()}.txt`, new Blob([bytes(9)], { type: contentType }), {
          contentType,
        })
      assert.equal((await sent('text/plain')).error, null)
      assert.equal((await sent('application/x-own')).error?.message, policyError)
    })

    for (const key of ['size', 'contentLength']) {
      test(`reads ${key}`, async () => {
        const { bucket } = await bucketWith(`(metadata ->> '${key}')::int <= 1000`)
        assert.equal((await bucket.upload('a.txt', fileOf(1000))).error, null)
        assert.equal((await bucket.upload('b.txt', fileOf(1001))).error?.message, policyError)
      })
    }
  })
}

test('a policy decides again about the real type of a file', async () => {
  const { id, headers } = await bucketWith(`coalesce(metadata ->> 'mimetype', '') <> 'image/png'`)
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const response = await fetch(`${url}/storage/v1/object/${id}/a`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: png,
  })
  assert.match(await response.text(), new RegExp(policyError, 'u'))
  const { rows } = await pool.query('select from storage.objects where bucket_id = $1', [id])
  assert.equal(rows.length, 0)
})

suite('a policy for an operation', () => {
  test('allows reading a file, but not listing or signing it', async () => {
    const reading = await bucketWith(
      'true',
      `storage.allow_any_operation(array['storage.object.get_authenticated', 'object.upload'])`,
    )
    assert.equal((await reading.bucket.upload('a.txt', bytes(5))).error, null)
    assert.equal(await (await reading.bucket.download('a.txt')).data?.text(), 'AAAAA')
    assert.deepEqual((await reading.bucket.list()).data, [])
    assert.ok((await reading.bucket.createSignedUrl('a.txt', 60)).error)
    assert.ok((await reading.bucket.info('a.txt')).error)
    assert.equal((await reading.bucket.exists('a.txt')).data, false)
  })

  for (const [call, expected] of [
    [`storage.allow_only_operation('storage.object.list')`, true],
    [`storage.allow_only_operation('object.list')`, true],
    [`storage.allow_only_operation('object.get')`, false],
    [`storage.allow_only_operation('object')`, false],
    [`storage.allow_only_operation('')`, false],
    [`storage.allow_only_operation(null)`, false],
    [`storage.allow_any_operation(array['bucket.get', 'storage.object.list'])`, true],
    [`storage.allow_any_operation(array[null, '', 'storage.object.list'])`, true],
    [`storage.allow_any_operation(array[null, ''])`, false],
    [`storage.allow_any_operation(array['object'])`, false],
    [`storage.allow_any_operation(array[]::text[])`, false],
    [`storage.allow_any_operation(null)`, false],
    [`storage.operation() = 'storage.object.list'`, true],
  ] as const) {
    test(`finds that ${call} is ${expected}`, async () => {
      const { rows } = await pool.query<{ allowed: boolean }>(`select ${call} as allowed
        from (select set_config('storage.operation', 'storage.object.list', false) offset 0) as set`)
      assert.deepEqual(rows, [{ allowed: expected }])
    })
  }

  test('refuses statements outside of the storage API', async () => {
    const client = await pool.connect()
    try {
      await client.query('reset storage.operation')
      const { rows } = await client.query<{ operation: string | null; allowed: boolean }>(
        `select storage.operation() as operation, storage.allow_only_operation('object.list') as allowed`,
      )
      assert.deepEqual(rows, [{ operation: null, allowed: false }])
    } finally {
      client.release()
    }
  })
})
