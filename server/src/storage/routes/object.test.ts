// Uploads and downloads objects whose files are in an S3 bucket.
import assert from 'node:assert/strict'
import { after, beforeEach, suite, test } from 'node:test'
import { refuse, startS3 } from '../../../../tests/support/s3/s3-server.ts'
import { startApp } from '../../../tests/support/app.ts'

const service = await startS3()
after(service.close)
const { ask, pool, secrets } = await startApp(service.settings)
const serviceHeaders = { authorization: `Bearer ${secrets.serviceRoleKey}` }
const bucket = {
  method: 'POST',
  headers: { ...serviceHeaders, 'content-type': 'application/json' },
}
await ask('/storage/v1/bucket', { ...bucket, body: '{"name":"notes"}' })

const objectPath = (name: string) => `/storage/v1/object/notes/${name}`
const upload = (name: string, body = 'hello') =>
  ask(objectPath(name), {
    method: 'POST',
    headers: { ...serviceHeaders, 'content-type': 'text/plain' },
    body,
  })
const download = (name: string, headers = {}) =>
  ask(objectPath(name), { headers: { ...serviceHeaders, ...headers } })
const countRows = async (name: string) =>
  (await pool.query('select from storage.objects where name = $1', [name])).rows.length

beforeEach(() => service.failWith())

suite('files in a bucket', () => {
  test('can be uploaded, downloaded in whole and in part, and deleted with their row', async () => {
    const countBefore = service.objects.size
    assert.equal((await upload('a.txt')).status, 200)
    assert.equal(service.objects.size, countBefore + 1)
    assert.equal((await download('a.txt')).body, 'hello')
    const range = await download('a.txt', { range: 'bytes=1-3' })
    assert.deepEqual([range.status, range.body], [206, 'ell'])
    await ask(objectPath('a.txt'), { method: 'DELETE', headers: serviceHeaders })
    const { rows: outboxRows } = await pool.query("select from private.outbox where kind = 'file'")
    assert.equal(outboxRows.length, 1)
  })

  // @covers files.s3-full
  test('without free space are refused, and have no row', async () => {
    service.failWith((_request, response) => Boolean(refuse(response, 'QuotaExceeded', 507)))
    const refused = await upload('full.txt')
    assert.deepEqual(
      [refused.status, JSON.parse(refused.body)],
      [
        507,
        {
          statusCode: '507',
          error: 'InsufficientStorage',
          code: 'InsufficientStorage',
          message: 'The server has no space left for this file. Nothing was stored.',
        },
      ],
    )
    assert.equal(await countRows('full.txt'), 0)
  })

  test('are refused with 503 while the bucket is unavailable, and work later', async () => {
    service.failWith((_request, response) => Boolean(refuse(response, 'SlowDown', 503)))
    const refused = await upload('busy.txt')
    assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '5'])
    assert.equal(await countRows('busy.txt'), 0)
    service.failWith()
    assert.equal((await upload('busy.txt')).status, 200)
  })

  // @covers files.s3-away
  test('are not reported as missing while the bucket is unavailable', async () => {
    await upload('away.txt')
    service.failWith((_request, response) => Boolean(refuse(response, 'AccessDenied', 403)))
    const refused = await download('away.txt')
    assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '5'])
    assert.doesNotMatch(refused.body, /AccessDenied|missing/)
    const range = await download('away.txt', { range: 'bytes=1-3' })
    assert.equal(range.status, 503)
    assert.match(range.body, /^\{"statusCode":"503"/)
    for (const name of ['content-range', 'etag', 'last-modified', 'content-disposition']) {
      assert.equal(range.headers[name], undefined, name)
    }
    service.failWith()
    assert.equal((await download('away.txt')).body, 'hello')
  })

  test('are cut off for the client if the bucket interrupts the download', async () => {
    await upload('cut.txt')
    service.failWith((_request, response) => {
      response.writeHead(200, { 'content-length': 5 })
      response.write('he', () => response.destroy())
      return true
    })
    await assert.rejects(download('cut.txt'))
  })

  test('are not copied if the bucket fails during the copy, and the response is 503', async () => {
    await upload('half.txt')
    service.failWith((request, response) => {
      if (request.method !== 'GET') return false
      response.writeHead(200, { 'content-length': 5 })
      response.write('he', () => response.destroy())
      return true
    })
    const copy = { bucketId: 'notes', sourceKey: 'half.txt', destinationKey: 'other.txt' }
    const refused = await ask('/storage/v1/object/copy', { ...bucket, body: JSON.stringify(copy) })
    assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '5'])
    assert.equal(await countRows('other.txt'), 0)
  })

  test('are removed from the bucket if their row is refused after the upload', async () => {
    await upload('twice.txt')
    const countBefore = service.objects.size
    const responses = await Promise.all([1, 2, 3].map(() => upload('once.txt')))
    assert.equal(responses.filter(({ body }) => body.includes('"statusCode":"409"')).length, 2)
    assert.equal(service.objects.size, countBefore + 1)
  })
})
