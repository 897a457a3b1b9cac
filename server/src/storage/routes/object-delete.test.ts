// Deletes the maximum number of objects in one request, with files in an S3 bucket.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startS3 } from '../../../../tests/support/s3/s3-server.ts'
import { startApp } from '../../../tests/support/app.ts'

const service = await startS3()
after(service.close)
const { ask, pool, secrets } = await startApp(service.settings)
const serviceHeaders = {
  authorization: `Bearer ${secrets.serviceRoleKey}`,
  'content-type': 'application/json',
}
await ask('/storage/v1/bucket', {
  method: 'POST',
  headers: serviceHeaders,
  body: '{"name":"notes"}',
})

test('one request deletes up to 1,000 names, and the outbox deletes their files', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `insert into storage.objects (bucket_id, name, version)
     select 'notes', format('%s/job-photo/%s.jpg', gen_random_uuid(), gen_random_uuid()), gen_random_uuid()
     from generate_series(1, 1001) returning name`,
  )
  let storeCalls = 0
  service.failWith(() => {
    storeCalls += 1
    return false
  })
  const removeObjects = (names: string[]) => {
    const body = JSON.stringify({ prefixes: names })
    // Node.js does not add the Content-Length header to a DELETE request.
    const headers = { ...serviceHeaders, 'content-length': String(body.length) }
    return ask('/storage/v1/object/notes', { method: 'DELETE', headers, body })
  }
  const names = rows.map(({ name }) => name)
  assert.equal((await removeObjects(names)).status, 400)
  assert.equal((await pool.query('select from storage.objects')).rows.length, 1001)
  assert.equal((await removeObjects(names.slice(1))).status, 200)
  const { rows: remainingObjects } = await pool.query('select from storage.objects')
  const { rows: outboxRows } = await pool.query("select from private.outbox where kind = 'file'")
  assert.deepEqual([remainingObjects.length, outboxRows.length, storeCalls], [1, 1000, 0])
})
