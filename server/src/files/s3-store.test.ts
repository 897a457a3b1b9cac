// Checks that the file store reports each fault of an S3 service: a service that is slow, full or unreachable, responds
// wrongly, or is another kind of server.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Fault, refuse } from '../../../tests/support/s3/s3-server.ts'
import { headerOf } from '../../../tests/support/s3/signature.ts'
import { has, hello, openBucket, textOf } from '../../tests/support/stores.ts'
import { FileStoreUnavailable } from './file-store.ts'
import { defaultTimeouts, sendWithTimeout } from './s3-client.ts'
import { openS3Store } from './s3-store.ts'

const shortTimeouts = { responseMs: 300, minUploadBytesPerMs: 1000 }

/** The size is more than the operating system buffers for a client that does not read. */
const large = Buffer.alloc(32_000_000, 'abcdefghi')

/** Reads a request slowly. Each step takes less than the timeout below, and all steps together take more. */
async function takeSlowly(request: IncomingMessage, took: (size: number) => void) {
  for await (const part of request.iterator()) {
    const { length } = Buffer.from(part)
    took(length)
    await pause(length / 10_000)
  }
}

const never: Fault = () => true
const page: Fault = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please log in</html>')
  return true
}
const refusing =
  (code: string, status: number): Fault =>
  (_request, response) => {
    refuse(response, code, status)
    return true
  }

const faults: [what: string, fault: Fault, words: RegExp][] = [
  ['does not answer', never, /did not answer in time/],
  ['is busy', refusing('SlowDown', 503), /refused: 503 SlowDown/],
  ['is full', refusing('XMinioStorageFull', 507), /refused: 507 XMinioStorageFull/],
  ['no longer accepts the keys', refusing('InvalidAccessKeyId', 403), /InvalidAccessKeyId/],
  ['has lost the bucket', refusing('NoSuchBucket', 404), /NoSuchBucket/],
  ['closes the connection', (request) => Boolean(request.socket.destroy()), /The S3 service/],
  ['is not S3', page, /The S3 service/],
]

for (const [what, fault, words] of faults) {
  suite(`an S3 service that ${what}`, () => {
    test('stores and returns nothing, and reports an error', async () => {
      const { files, keep, service } = await openBucket(
        {},
        fault === never ? shortTimeouts : defaultTimeouts,
      )
      const version = await keep()
      service.failWith(fault)
      const refusal = (error: unknown) => {
        assert.ok(error instanceof FileStoreUnavailable)
        assert.match(error.message, words)
        assert.equal(error.isFull, what === 'is full')
        return true
      }
      await assert.rejects(keep('other'), refusal)
      await assert.rejects(files.open(version, hello), refusal)
      await assert.rejects(files.findMissing([version]), refusal)
      service.failWith()
      assert.equal(service.objects.size, 1)
      assert.equal(await textOf(await files.open(version, hello)), 'hello')
    })
  })
}

suite('an S3 service', () => {
  test('that is briefly busy is retried', async () => {
    const { files, keep, service } = await openBucket()
    let times = 0
    service.failWith((_request, response) => {
      times += 1
      if (times <= 2) refuse(response, 'SlowDown', 503)
      return times <= 2
    })
    const version = await keep()
    service.failWith()
    assert.equal(await has(files, version), true)
  })

  // @covers files.s3-keeps-less
  test('that confirms but stores less is not trusted', async () => {
    const { keep, service } = await openBucket()
    service.failWith((request, response) => {
      if (request.method !== 'PUT') return false
      request.resume().once('end', () => response.writeHead(200).end())
      return true
    })
    await assert.rejects(keep(), FileStoreUnavailable)
  })

  test('without checksums is trusted if the size agrees', async () => {
    const { files, keep } = await openBucket({ knowsSums: false })
    const version = await keep()
    assert.equal(await textOf(await files.open(version, hello)), 'hello')
  })

  // @covers files.s3-wrong-bytes
  test('that returns another range is refused before the first byte', async () => {
    const { files, keep, service } = await openBucket()
    const version = await keep()
    const part = { start: 1, end: 3 }
    // This service does not support ranges and sends the whole object.
    service.failWith((_request, response) => {
      response.writeHead(200, { 'content-length': 5 }).end('hello')
      return true
    })
    await assert.rejects(
      files.open(version, { ...hello, range: part }),
      /answered wrongly: 5 instead/,
    )
    service.failWith()
    await assert.rejects(files.open(version, { size: 6 }), /answered wrongly: 5 instead of 6/)
  })

  // @covers files.s3-slow
  test('that receives a file slowly does not time out while it makes progress', async () => {
    const { keep, service } = await openBucket(
      {},
      { responseMs: 2000, minUploadBytesPerMs: 1_000_000 },
    )
    let taken = 0
    service.failWith((request, response) => {
      const sum = headerOf(request, 'x-amz-checksum-sha256')
      void takeSlowly(request, (size) => (taken += size)).then(() =>
        response.writeHead(200, { 'x-amz-checksum-sha256': sum }).end(),
      )
      return true
    })
    await keep(large)
    assert.equal(taken, large.length)
  })

  // @covers files.s3-stops
  test('that stops halfway through a file times out, and nothing is stored', async () => {
    const { keep, service } = await openBucket(
      {},
      { responseMs: 300, minUploadBytesPerMs: 1_000_000 },
    )
    let begun = 0
    service.failWith((request) => {
      begun += 1
      request.once('readable', () => void request.read())
      return true
    })
    await assert.rejects(keep(large), /did not answer in time/)
    assert.deepEqual([begun, service.objects.size], [3, 0])
  })

  test('that interrupts a download makes reading the file fail', async () => {
    const { files, keep, service } = await openBucket()
    const version = await keep()
    service.failWith((_request, response) => {
      response.writeHead(200, { 'content-length': 5 })
      response.write('he', () => response.destroy())
      return true
    })
    const body = await files.open(version, hello)
    await assert.rejects(textOf(body))
  })

  test('that stalls during a small response times out', async () => {
    const { files, keep, service } = await openBucket({}, shortTimeouts)
    const version = await keep()
    service.failWith((_request, response) => {
      response.writeHead(200, { 'content-length': 5 }).write('he')
      return true
    })
    await assert.rejects(files.readNote('.owner'), /did not answer in time/)
    await assert.rejects(files.read(version, hello), /did not answer in time/)
  })

  test('is not blamed for an error of the caller or of the disk', async () => {
    const { files } = await openBucket()
    const ours = (error: unknown) =>
      error instanceof Error && !(error instanceof FileStoreUnavailable)
    await assert.rejects(files.remove('no version'), ours)
    await assert.rejects(
      sendWithTimeout(1000, async () => readFile('/')),
      ours,
    )
  })

  test('refuses wrong keys', async () => {
    const { folder, bucket } = await openBucket()
    const stranger = await openS3Store({ ...bucket, key: 'another' }, folder)
    await assert.rejects(
      stranger.open('0b0e7f3c-6f0c-4a3f-8f0a-0c6f3c7f0b0e', hello),
      /SignatureDoesNotMatch/,
    )
    stranger.close()
  })

  test('gets a checksum and refuses a file that was changed in transit', async () => {
    const { service, keep } = await openBucket({ garbles: true })
    await assert.rejects(keep(), /refused: 400 BadDigest/)
    assert.equal(service.objects.size, 0)
  })
})
