import assert from 'node:assert/strict'
import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { startApp, temporaryFolder } from '../../../tests/support/app.ts'
import { FileStoreUnavailable } from '../../files/file-store.ts'
import { fetchToFile } from '../uploads/write-file.ts'

const { ask, pool, secrets } = await startApp()
const serviceHeaders = { authorization: `Bearer ${secrets.serviceRoleKey}` }
const post = (path: string, body: string, type = 'application/json') =>
  ask(`/storage/v1/${path}`, {
    method: 'POST',
    headers: { ...serviceHeaders, 'content-type': type },
    body,
  })

async function readOpenFiles() {
  const links = (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`))
  return (await Promise.allSettled(links)).map((link) =>
    link.status === 'fulfilled' ? link.value : '',
  )
}

test('a copy that fails while it is written closes its source file', async () => {
  await post('bucket', '{"name":"notes"}')
  await post('bucket', '{"name":"small","file_size_limit":1000}')
  assert.equal((await post('object/notes/a.txt', 'x'.repeat(5_000_000), 'text/plain')).status, 200)
  // The row states a smaller size than the file has.
  const { rows } = await pool.query<{ version: string }>(
    `update storage.objects set metadata = metadata || '{"size": 10}' where name = 'a.txt' returning version`,
  )
  const [{ version } = { version: 'none' }] = rows
  const copyBody = { bucketId: 'notes', sourceKey: 'a.txt', destinationBucket: 'small' }
  const refused = await post(
    'object/copy',
    JSON.stringify({ ...copyBody, destinationKey: 'b.txt' }),
  )
  assert.match(refused.body, /"statusCode":"413"/)
  assert.deepEqual(
    (await readOpenFiles()).filter((path) => path.includes(version)),
    [],
  )
})

test('a copy from a source that stalls times out', async () => {
  const path = join(await temporaryFolder(), 'copy')
  const source = new Readable({ read() {} })
  source.push('he')
  const fetched = fetchToFile(path, source, { onProgress: () => {}, stallTimeoutMs: 50 })
  await assert.rejects(fetched, FileStoreUnavailable)
  assert.equal(source.destroyed, true)
})
