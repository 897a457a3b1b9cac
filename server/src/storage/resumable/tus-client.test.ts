// Uploads files in parts with tus-js-client, as the documentation of Supabase shows.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as tus from 'tus-js-client'
import { startUploadServer } from '../../../tests/support/upload-server.ts'

const { contentOf, createBucket, createUser, server, site } = await startUploadServer()
const endpoint = `${site}/storage/v1/upload/resumable`

suite('tus-js-client', () => {
  test('uploads a file in parts, as the documentation of Supabase shows', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    const bytes = Buffer.alloc(15 * 1024 * 1024, 'abcdefghijk')
    const name = `${user.id}/big.txt`
    const { promise: done, resolve, reject } = Promise.withResolvers<undefined>()
    const upload = new tus.Upload(bytes, {
      endpoint,
      headers: { ...user.headers, 'x-upsert': 'true' },
      uploadDataDuringCreation: true,
      chunkSize: 6 * 1024 * 1024,
      metadata: {
        bucketName: bucket,
        objectName: name,
        contentType: 'text/plain',
        cacheControl: '3600',
        metadata: JSON.stringify({ project: 'roof' }),
      },
      onError: reject,
      onSuccess: () => resolve(undefined),
    })
    upload.start()
    await done
    const info = await server.storage.from(bucket).info(name)
    assert.deepEqual(
      [info.data?.size, info.data?.contentType, info.data?.cacheControl, info.data?.metadata],
      [bytes.length, 'text/plain', 'max-age=3600', { project: 'roof' }],
    )
    const { data } = await server.storage.from(bucket).download(name)
    assert.equal(await data?.text(), bytes.toString())
  })

  test('continues after the connection was lost', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    const bytes = Buffer.alloc(9 * 1024 * 1024, 'xyz')
    const name = `${user.id}/lost.txt`
    const sent: [string, number][] = []
    const options = {
      endpoint,
      headers: user.headers,
      chunkSize: 3 * 1024 * 1024,
      metadata: { bucketName: bucket, objectName: name, contentType: 'text/plain' },
      onBeforeRequest: (request: tus.HttpRequest) => {
        sent.push([request.getMethod(), Number(request.getHeader('Upload-Offset') ?? 0)])
      },
    }
    const { promise: halfDone, resolve: onHalf } = Promise.withResolvers<string>()
    const first = new tus.Upload(bytes, {
      ...options,
      onChunkComplete: (_size, accepted) => {
        if (accepted > 3_000_000) void first.abort().then(() => onHalf(first.url ?? ''))
      },
    })
    first.start()
    const url = await halfDone
    sent.length = 0
    const { promise: done, resolve, reject } = Promise.withResolvers<undefined>()
    new tus.Upload(bytes, {
      ...options,
      uploadUrl: url,
      onError: reject,
      onSuccess: () => resolve(undefined),
    }).start()
    await done
    assert.equal(sent[0]?.[0], 'HEAD')
    assert.ok((sent[1]?.[1] ?? 0) >= 3 * 1024 * 1024, JSON.stringify(sent))
    assert.equal((await contentOf(bucket, name))?.length, bytes.length)
  })
})
