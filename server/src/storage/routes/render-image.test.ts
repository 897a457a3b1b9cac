// Requests image variants with many clients at once, with clients that disconnect, and with an S3 bucket that fails.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, beforeEach, suite, test } from 'node:test'
import sharp from 'sharp'
import { z } from 'zod'
import { decompressionBomb } from '../../../../tests/conformance/support/files.ts'
import { refuse, startS3 } from '../../../../tests/support/s3/s3-server.ts'
import { until } from '../../../../tests/support/until.ts'
import { startApp } from '../../../tests/support/app.ts'

const service = await startS3()
after(service.close)
const { ask, pool, port, secrets } = await startApp({
  ...service.settings,
  PICTURE_SIZES: '100, 20',
})
const serviceHeaders = { authorization: `Bearer ${secrets.serviceRoleKey}` }
const bucket = {
  method: 'POST',
  headers: { ...serviceHeaders, 'content-type': 'application/json' },
}
await ask('/storage/v1/bucket', { ...bucket, body: '{"name":"pictures","public":true}' })

const red = () => sharp({ create: { width: 200, height: 100, channels: 3, background: 'red' } })
const png = await red().png().toBuffer()

async function upload(bytes = png, type = 'image/png') {
  const name = `${randomUUID()}.png`
  const response = await fetch(`http://127.0.0.1:${port}/storage/v1/object/pictures/${name}`, {
    method: 'POST',
    headers: { ...serviceHeaders, 'content-type': type },
    body: new Uint8Array(bytes),
  })
  assert.equal(response.status, 200, await response.text())
  return name
}

const imagePath = (name: string, query = 'width=20') =>
  `/storage/v1/render/image/public/pictures/${name}?${query}`

/** Returns a function that tells how often a file was fetched from the bucket since this call. */
function countReads() {
  let reads = 0
  service.failWith(({ method }) => {
    if (method === 'GET') reads += 1
    return false
  })
  return () => reads
}

beforeEach(() => service.failWith())

suite('a resized image', () => {
  // @covers files.sizes-kept
  test('that fifty clients request at once is made once and cached', async () => {
    const name = await upload()
    const reads = countReads()
    const replies = await Promise.all(Array.from({ length: 50 }, () => ask(imagePath(name))))
    assert.deepEqual(
      new Set(replies.map(({ status, headers }) => `${status} ${headers['content-type']}`)),
      new Set(['200 image/png']),
    )
    assert.equal((await ask(imagePath(name))).status, 200)
    assert.equal(reads(), 1)
    assert.equal((await ask(imagePath(name, 'width=100'))).status, 200)
    assert.equal(reads(), 2)
  })

  test('has headers with its transformation', async () => {
    const name = await upload()
    const transformationsOf = async (query: string) =>
      (await ask(imagePath(name, query))).headers['x-transformations']
    assert.equal(
      await transformationsOf('width=20&height=100&quality=60'),
      'height:100,width:20,resizing_type:fill,quality:60',
    )
    assert.equal(
      await transformationsOf('width=20&resize=contain&format=avif'),
      'width:20,resizing_type:fit,quality:80,format:avif',
    )
    assert.equal(await transformationsOf(''), 'quality:80')
  })

  test('is recognized by its bytes if it has no type', async () => {
    const rendered = await ask(imagePath(await upload(png, 'text/plain;charset=UTF-8')))
    assert.deepEqual([rendered.status, rendered.headers['content-type']], [200, 'image/png'])
    for (const invalidImage of [Buffer.from('no picture'), Buffer.alloc(0)]) {
      const refused = await ask(imagePath(await upload(invalidImage, 'text/plain')))
      assert.match(refused.body, /text\/plain/)
      assert.equal(refused.status, 400)
    }
  })

  // @covers files.sizes-kept
  test('can have only the sizes of the setting', async () => {
    const refused = await ask(imagePath(await upload(), 'width=96'))
    assert.match(refused.body, /"width: Use one of 20, 100\."/)
  })

  test('is not made again for a client that has it', async () => {
    const name = await upload()
    const { headers } = await ask(imagePath(name))
    const reads = countReads()
    const cached = await ask(imagePath(name), { headers: { 'if-none-match': headers.etag ?? '' } })
    assert.deepEqual([cached.status, reads()], [304, 0])
  })

  test('of a lossless format is the same in every quality', async () => {
    const name = await upload()
    const { headers } = await ask(imagePath(name, 'width=20&quality=20'))
    const reads = countReads()
    const otherQuality = await ask(imagePath(name, 'width=20&quality=90'))
    assert.deepEqual([otherQuality.headers.etag, reads()], [headers.etag, 0])
    const webp = { headers: { accept: 'image/webp' } }
    const lossyHigh = await ask(imagePath(name, 'width=20&quality=90'), webp)
    const lossyLow = await ask(imagePath(name, 'width=20&quality=20'), webp)
    assert.notEqual(lossyHigh.headers.etag, lossyLow.headers.etag)
  })

  test('is sent unchanged if its format is not supported, except for links to a size', async () => {
    const name = await upload(await red().avif().toBuffer(), 'image/avif')
    const unchanged = await ask(imagePath(name))
    assert.deepEqual([unchanged.status, unchanged.headers['content-type']], [200, 'image/avif'])
    const body = JSON.stringify({ expiresIn: 60, transform: { width: 20 } })
    const link = await ask(`/storage/v1/object/sign/pictures/${name}`, { ...bucket, body })
    const { signedURL } = z.object({ signedURL: z.string() }).parse(JSON.parse(link.body))
    const refused = await ask(`/storage/v1${signedURL}`)
    assert.equal(refused.status, 400)
    assert.match(refused.body, /this file is image\/avif/)
  })

  test('shows the new file if the file is replaced during the request', async () => {
    const [name, newer] = [await upload(), await upload()]
    const { rows } = await pool.query<{ version: string }>(
      'delete from storage.objects where name = $1 returning version',
      [newer],
    )
    let isFirst = true
    service.failWith((request, response) => {
      if (request.method !== 'GET' || !isFirst) return false
      isFirst = false
      const replaced = pool.query('update storage.objects set version = $2 where name = $1', [
        name,
        rows[0]?.version,
      ])
      void replaced.then(() => refuse(response, 'NoSuchKey'))
      return true
    })
    const reply = await ask(imagePath(name))
    assert.deepEqual([reply.status, isFirst], [200, false])
  })

  test('is refused with 503 if its file is unavailable', async () => {
    const name = await upload()
    service.failWith((_request, response) => Boolean(refuse(response, 'SlowDown', 503)))
    const refused = await ask(imagePath(name))
    assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '5'])
    service.failWith()
    assert.equal((await ask(imagePath(name))).status, 200)
  })

  test('that takes too much memory is refused each time, and the server survives', async () => {
    const bomb = await upload(decompressionBomb(6000, { depth: 16, color: 6, interlace: 1 }))
    const large = await upload(decompressionBomb(7000))
    const refused = await Promise.all(Array.from({ length: 10 }, () => ask(imagePath(bomb))))
    for (const { body } of refused) assert.match(body, /"statusCode":"413"/)
    assert.equal((await ask(imagePath(large))).status, 200)
  })

  // This timeout is shorter than the server's ten-second limit for a stalled fetch.
  test('is canceled when no client waits for it', { timeout: 9000 }, async () => {
    const [stalled, other] = [await upload(), await upload()]
    const fetchStarted = Promise.withResolvers<{ closed: Promise<unknown> }>()
    service.failWith((request, response) => {
      if (request.method !== 'GET') return false
      fetchStarted.resolve({ closed: once(response, 'close') })
      response.writeHead(200, { 'content-length': png.length }).write(png.subarray(0, 9))
      return true
    })
    const sockets = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'))
    for (const socket of sockets)
      socket.write(`GET ${imagePath(stalled)} HTTP/1.1\r\nHost: a\r\n\r\n`)
    const { closed } = await fetchStarted.promise
    service.failWith()
    const waiting = ask(imagePath(other))
    for (const socket of sockets) socket.destroy()
    await closed
    assert.equal((await waiting).status, 200)
  })
})

suite('a visitor whose time for images is used up', () => {
  async function limit(value: string) {
    const query = "update private.settings set value = $1 where name = 'limit_requests_images'"
    await pool.query(query, [value])
    await pool.query("notify pgrst, 'reload schema'")
  }

  test('gets cached images, and no others', async () => {
    const cached = await upload()
    assert.equal((await ask(imagePath(cached))).status, 200)
    await limit('1/3600')
    await until(async () => (await ask(imagePath(await upload()))).status === 429)
    const { headers, body } = await ask(imagePath(await upload()))
    assert.match(headers['retry-after'] ?? '', /^\d+$/u)
    assert.match(body, /Your requests took too much time of the server\./u)
    assert.equal((await ask(imagePath(cached))).status, 200)
  })
})
