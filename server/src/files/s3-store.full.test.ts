// Tests how the S3 store reports an S3 service that is slow, full, unreachable or faulty.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Fault, refuse } from '../../../tests/support/s3/s3-server.ts'
import { headerOf } from '../../../tests/support/s3/signature.ts'
import { hasFile, helloFile, openBucket, readText } from '../../tests/support/stores.ts'
import { FileStoreUnavailable } from './file-store.ts'
import { defaultTimeouts, sendWithTimeout } from './s3-client.ts'
import { openS3Store } from './s3-store.ts'

const shortTimeouts = { responseMs: 300, minUploadBytesPerMs: 1000 }

/** This file is too large for the buffers of the operating system, so the receiver limits the speed. */
const large = Buffer.alloc(32_000_000, 'abcdefghi')

/** Each step takes less than the response timeout of the test, but all steps together take more. */
async function readSlowly(request: IncomingMessage, onRead: (size: number) => void) {
  for await (const chunk of request.iterator()) {
    const { length } = Buffer.from(chunk)
    onRead(length)
    await pause(length / 10_000)
  }
}

const noResponse: Fault = () => true
const htmlPage: Fault = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please log in</html>')
  return true
}
const refuseWith =
  (code: string, status: number): Fault =>
  (_request, response) => {
    refuse(response, code, status)
    return true
  }

const faults: [description: string, fault: Fault, expectedMessage: RegExp][] = [
  ['does not answer', noResponse, /did not answer in time/],
  ['is busy', refuseWith('SlowDown', 503), /refused: 503 SlowDown/],
  ['is full', refuseWith('XMinioStorageFull', 507), /refused: 507 XMinioStorageFull/],
  ['no longer accepts the keys', refuseWith('InvalidAccessKeyId', 403), /InvalidAccessKeyId/],
  ['has lost the bucket', refuseWith('NoSuchBucket', 404), /NoSuchBucket/],
  ['closes the connection', (request) => Boolean(request.socket.destroy()), /The S3 service/],
  ['is not S3', htmlPage, /The S3 service/],
]

for (const [description, fault, expectedMessage] of faults) {
  suite(`an S3 service that ${description}`, () => {
    test('stores and returns nothing, and reports an error', async () => {
      const { files, storeFile, service } = await openBucket(
        {},
        fault === noResponse ? shortTimeouts : defaultTimeouts,
      )
      const version = await storeFile()
      service.failWith(fault)
      const refusal = (error: unknown) => {
        assert.ok(error instanceof FileStoreUnavailable)
        assert.match(error.message, expectedMessage)
        assert.equal(error.isFull, description === 'is full')
        return true
      }
      await assert.rejects(storeFile('other'), refusal)
      await assert.rejects(files.open(version, helloFile), refusal)
      await assert.rejects(files.findMissing([version]), refusal)
      service.failWith()
      assert.equal(service.objects.size, 1)
      assert.equal(await readText(await files.open(version, helloFile)), 'hello')
    })
  })
}

suite('an S3 service', () => {
  test('that is briefly busy is retried', async () => {
    const { files, storeFile, service } = await openBucket()
    let requestCount = 0
    service.failWith((_request, response) => {
      requestCount += 1
      if (requestCount <= 2) refuse(response, 'SlowDown', 503)
      return requestCount <= 2
    })
    const version = await storeFile()
    service.failWith()
    assert.equal(await hasFile(files, version), true)
  })

  // @covers files.s3-keeps-less
  test('that confirms but stores less is not trusted', async () => {
    const { storeFile, service } = await openBucket()
    service.failWith((request, response) => {
      if (request.method !== 'PUT') return false
      request.resume().once('end', () => response.writeHead(200).end())
      return true
    })
    await assert.rejects(storeFile(), FileStoreUnavailable)
  })

  test('without checksums is trusted if the size agrees', async () => {
    const { files, storeFile } = await openBucket({ knowsSums: false })
    const version = await storeFile()
    assert.equal(await readText(await files.open(version, helloFile)), 'hello')
  })

  // @covers files.s3-wrong-bytes
  test('that returns another range is refused before the first byte', async () => {
    const { files, storeFile, service } = await openBucket()
    const version = await storeFile()
    const range = { start: 1, end: 3 }
    // This service does not support ranges and sends the whole object.
    service.failWith((_request, response) => {
      response.writeHead(200, { 'content-length': 5 }).end('hello')
      return true
    })
    await assert.rejects(
      files.open(version, { ...helloFile, range }),
      /answered wrongly: 5 instead/,
    )
    service.failWith()
    await assert.rejects(files.open(version, { size: 6 }), /answered wrongly: 5 instead of 6/)
  })

  // @covers files.s3-slow
  test('that receives a file slowly does not time out while it makes progress', async () => {
    const { storeFile, service } = await openBucket(
      {},
      { responseMs: 2000, minUploadBytesPerMs: 1_000_000 },
    )
    let receivedBytes = 0
    service.failWith((request, response) => {
      const checksum = headerOf(request, 'x-amz-checksum-sha256')
      void readSlowly(request, (size) => (receivedBytes += size)).then(() =>
        response.writeHead(200, { 'x-amz-checksum-sha256': checksum }).end(),
      )
      return true
    })
    await storeFile(large)
    assert.equal(receivedBytes, large.length)
  })

  // @covers files.s3-stops
  test('that stops halfway through a file times out, and nothing is stored', async () => {
    const { storeFile, service } = await openBucket(
      {},
      { responseMs: 300, minUploadBytesPerMs: 1_000_000 },
    )
    let requestCount = 0
    service.failWith((request) => {
      requestCount += 1
      request.once('readable', () => void request.read())
      return true
    })
    await assert.rejects(storeFile(large), /did not answer in time/)
    assert.deepEqual([requestCount, service.objects.size], [3, 0])
  })

  test('that interrupts a download makes reading the file fail', async () => {
    const { files, storeFile, service } = await openBucket()
    const version = await storeFile()
    service.failWith((_request, response) => {
      response.writeHead(200, { 'content-length': 5 })
      response.write('he', () => response.destroy())
      return true
    })
    const body = await files.open(version, helloFile)
    await assert.rejects(readText(body))
  })

  test('that stalls during a small response times out', async () => {
    const { files, storeFile, service } = await openBucket({}, shortTimeouts)
    const version = await storeFile()
    service.failWith((_request, response) => {
      response.writeHead(200, { 'content-length': 5 }).write('he')
      return true
    })
    await assert.rejects(files.readNote('.owner'), /did not answer in time/)
    await assert.rejects(files.read(version, helloFile), /did not answer in time/)
  })

  test('is not blamed for an error of the caller or of the disk', async () => {
    const { files } = await openBucket()
    const isOtherError = (error: unknown) =>
      error instanceof Error && !(error instanceof FileStoreUnavailable)
    await assert.rejects(files.remove('no version'), isOtherError)
    await assert.rejects(
      sendWithTimeout(1000, async () => readFile('/')),
      isOtherError,
    )
  })

  test('refuses wrong keys', async () => {
    const { folder, bucket } = await openBucket()
    const storeWithWrongKey = await openS3Store({ ...bucket, key: 'another' }, folder)
    await assert.rejects(
      storeWithWrongKey.open('0b0e7f3c-6f0c-4a3f-8f0a-0c6f3c7f0b0e', helloFile),
      /SignatureDoesNotMatch/,
    )
    storeWithWrongKey.close()
  })

  test('gets a checksum and refuses a file that was changed in transit', async () => {
    const { service, storeFile } = await openBucket({ garbles: true })
    await assert.rejects(storeFile(), /refused: 400 BadDigest/)
    assert.equal(service.objects.size, 0)
  })
})
