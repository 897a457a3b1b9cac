// Checks refusals and short responses whose exact form clients of Supabase Storage expect.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { signedIn, startApp } from '../../tests/support/app.ts'

const { ask, pool, secrets } = await startApp()
const serviceHeaders = { authorization: `Bearer ${secrets.serviceRoleKey}` }
const jsonHeaders = { 'content-type': 'application/json' }
const userHeaders = signedIn(secrets, randomUUID())

async function createBucket(isPublic: boolean) {
  const name = `bucket-${randomUUID()}`
  const body = JSON.stringify({ name, public: isPublic })
  const headers = { ...serviceHeaders, ...jsonHeaders }
  assert.equal((await ask('/storage/v1/bucket', { method: 'POST', headers, body })).status, 200)
  const upload = {
    method: 'POST',
    headers: { ...serviceHeaders, 'content-type': 'text/plain' },
    body: 'hello',
  }
  assert.equal((await ask(`/storage/v1/object/${name}/a.txt`, upload)).status, 200)
  return name
}

const refusal = z.object({ statusCode: z.string(), error: z.string(), message: z.string() })

async function refusalOf(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { status, body } = await ask(`/storage/v1/${path}`, { method, headers })
  return [status, ...Object.values(refusal.parse(JSON.parse(body)))]
}

suite('a refusal', () => {
  test('of a request without authorization names the header', async () => {
    const expected = [400, '400', 'Error', "headers must have required property 'authorization'"]
    for (const [method, path] of [
      ['GET', 'bucket'],
      ['POST', 'object/list/documents'],
      ['POST', 'object/documents/a.txt'],
      ['DELETE', 'object/documents/a.txt'],
    ] as const) {
      assert.deepEqual(await refusalOf(path, {}, method), expected, path)
    }
  })

  test('of a bucket that is private or missing is the same for visitors', async () => {
    const [open, closed] = [await createBucket(true), await createBucket(false)]
    const noBucket = [400, '404', 'Bucket not found', 'Bucket not found']
    for (const prefix of ['object/public', 'object/info/public', 'object', 'object/info']) {
      assert.deepEqual(await refusalOf(`${prefix}/${closed}/a.txt`), noBucket, prefix)
      assert.deepEqual(await refusalOf(`${prefix}/nowhere/a.txt`), noBucket, prefix)
      const noObject = [400, '404', 'not_found', 'Object not found']
      assert.deepEqual(await refusalOf(`${prefix}/${open}/b.txt`), noObject, prefix)
      assert.equal((await ask(`/storage/v1/${prefix}/${open}/a.txt`)).status, 200, prefix)
    }
  })

  test('tells a user that a bucket does not exist', async () => {
    const closed = await createBucket(false)
    const noObject = [400, '404', 'not_found', 'Object not found']
    assert.deepEqual(await refusalOf(`object/${closed}/a.txt`, userHeaders), noObject)
    const noBucket = [400, '404', 'Bucket not found', 'Bucket not found']
    assert.deepEqual(await refusalOf('object/nowhere/a.txt', userHeaders), noBucket)
  })

  test('of emptying a bucket is 403 for everybody but the server, also with every right', async () => {
    const id = await createBucket(false)
    await pool.query(`
      grant all on storage.buckets, storage.objects to authenticated;
      create policy all_buckets on storage.buckets to authenticated using (true) with check (true);
      create policy all_objects on storage.objects to authenticated using (true) with check (true)`)
    const path = `bucket/${id}/empty`
    const expected = [403, '403', 'Unauthorized', 'Access denied: Invalid role']
    assert.deepEqual(await refusalOf(path, userHeaders, 'POST'), expected)
    const count = async () =>
      (await pool.query('select from storage.objects where bucket_id = $1', [id])).rows.length
    assert.equal(await count(), 1)
    const emptied = await ask(`/storage/v1/${path}`, { method: 'POST', headers: serviceHeaders })
    assert.deepEqual([emptied.status, await count()], [200, 0])
  })
})

test('HEAD of info has the ETag and the time of the file', async () => {
  const id = await createBucket(true)
  const { headers: file } = await ask(`/storage/v1/object/public/${id}/a.txt`)
  for (const path of [`object/info/public/${id}/a.txt`, `object/info/${id}/a.txt`]) {
    const { status, headers } = await ask(`/storage/v1/${path}`, { method: 'HEAD' })
    assert.deepEqual([status, headers.etag], [200, file.etag])
    assert.match(String(headers['last-modified']), /GMT$/)
  }
})

test('the service has a status and a version', async () => {
  const status = await ask('/storage/v1/status')
  assert.deepEqual([status.status, status.body], [200, ''])
  const version = await ask('/storage/v1/version')
  assert.equal(version.status, 200)
  assert.match(version.body, /^\d+\.\d+\.\d+/)
})
