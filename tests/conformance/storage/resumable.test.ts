// Uploads files in parts with tus-js-client.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as tus from 'tus-js-client'
import { actorHeaders, expectData, pathOf, pdf } from '../support/files.ts'
import { createActor, type Actor } from '../support/market.ts'
import { secrets, target } from '../support/target.ts'

const kim = await createActor('consultant')
const documents = kim.client.storage.from('documents')
const bytes = Buffer.concat([pdf, Buffer.alloc(9 * 1024 * 1024, 'brochure')])

/** Uploads the bytes in parts of 3 MB until `stopAt` bytes are uploaded. Returns the upload's address. */
async function uploadInParts(actor: Actor, path: string, { from = '', stopAt = Infinity } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const upload: tus.Upload = new tus.Upload(bytes, {
    endpoint: `${target.url}/storage/v1/upload/resumable`,
    uploadUrl: from || null,
    headers: { ...actorHeaders(actor), apikey: secrets.anonKey },
    chunkSize: 3 * 1024 * 1024,
    retryDelays: null,
    metadata: { bucketName: 'documents', objectName: path, contentType: 'application/pdf' },
    onChunkComplete: (_size, accepted) => {
      if (accepted >= stopAt) void upload.abort().then(() => resolve(upload.url ?? ''))
    },
    onError: reject,
    onSuccess: () => resolve(upload.url ?? ''),
  })
  upload.start()
  return promise
}

const download = async (path: string) => {
  const blob = await expectData(documents.download(path))
  return Buffer.from(await blob.arrayBuffer())
}

suite('a resumable upload', () => {
  test('stores the file once all parts have arrived, even after an interruption', async () => {
    const path = pathOf(kim, 'certification', 'pdf')
    const from = await uploadInParts(kim, path, { stopAt: 3 * 1024 * 1024 })
    const early = await documents.download(path)
    assert.ok(early.error, 'An unfinished upload is no file.')
    await uploadInParts(kim, path, { from })
    assert.deepEqual(await download(path), bytes)
  })

  test('into the folder of another user is refused before the first byte', async () => {
    const path = pathOf(await createActor('consultant'), 'certification', 'pdf')
    const sent = uploadInParts(kim, path)
    await assert.rejects(sent, (error) => {
      assert.ok(error instanceof tus.DetailedError)
      assert.equal(error.originalRequest?.getMethod(), 'POST')
      assert.equal(error.originalResponse?.getStatus(), 403)
      return true
    })
  })
})
