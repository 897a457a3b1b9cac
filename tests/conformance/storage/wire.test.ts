// Checks requests to the storage API that storage-js does not send, or sends in another form.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { sendRequest, jsonHeaders, serviceHeaders, type Reply } from '../support/http-request.ts'
import { server } from '../support/clients.ts'
import {
  actorHeaders,
  visitorHeaders,
  expectStorageError,
  expectData,
  namesIn,
  pathOf,
  pdf,
  png,
  expectRefusal,
  uploadFile,
} from '../support/files.ts'
import { createActor } from '../support/market.ts'

const kim = await createActor('consultant')
const other = await createActor('contractor')
const documents = kim.client.storage.from('documents')
const asPdf = { contentType: 'application/pdf' }

const objectInfo = z.object({
  name: z.string(),
  bucket_id: z.string(),
  size: z.number(),
  content_type: z.string(),
})

function metadataOf({ status, text }: Reply) {
  assert.equal(status, 200, text)
  return objectInfo.parse(JSON.parse(text))
}

const objectPath = (place: string) => `/storage/v1/object/${place}`

suite('info', () => {
  test('of a public file is available to everybody', async () => {
    const name = await uploadFile(kim, 'picture', 'png', await png())
    const reply = await sendRequest(objectPath(`info/public/user-files/${name}`), {
      headers: visitorHeaders,
    })
    const { size, ...fields } = metadataOf(reply)
    assert.deepEqual(fields, { name, bucket_id: 'user-files', content_type: 'image/png' })
    assert.ok(size > 0)
    const missing = await sendRequest(objectPath(`info/public/user-files/${name}x`), {
      headers: visitorHeaders,
    })
    expectRefusal(missing, 404, 'not_found')
  })

  test('of a private file is available to users who may see it', async () => {
    const name = await uploadFile(kim, 'certification')
    const expected = {
      name,
      bucket_id: 'documents',
      size: pdf.length,
      content_type: 'application/pdf',
    }
    const path = objectPath(`info/authenticated/documents/${name}`)
    assert.deepEqual(metadataOf(await sendRequest(path, { headers: actorHeaders(kim) })), expected)
    expectRefusal(await sendRequest(path, { headers: actorHeaders(other) }), 404, 'not_found')
    const publicReply = await sendRequest(objectPath(`info/public/documents/${name}`), {
      headers: actorHeaders(kim),
    })
    expectRefusal(publicReply, 404, 'Bucket not found')
  })
})

// @covers wire.head
test('HEAD has the headers of GET for every path, and sends no bytes', async () => {
  const name = await uploadFile(kim, 'picture', 'png', await png())
  const file = `user-files/${name}`
  const { signedUrl } = await expectData(
    kim.client.storage.from('user-files').createSignedUrl(name, 60, { download: true }),
  )
  const { pathname, search } = new URL(signedUrl)
  const prefixes = ['', 'public/', 'authenticated/', 'info/', 'info/public/', 'info/authenticated/']
  for (const path of [...prefixes.map((prefix) => objectPath(prefix + file)), pathname + search]) {
    const [head, whole] = [
      await sendRequest(path, { method: 'HEAD', headers: actorHeaders(kim) }),
      await sendRequest(path, { headers: actorHeaders(kim) }),
    ]
    const metadataHeaders = ({ status, headers }: Reply) => [
      status,
      headers['content-type'],
      headers['content-length'],
      headers['content-disposition'],
      headers['etag'],
      headers['cache-control'],
    ]
    assert.deepEqual(metadataHeaders(head), metadataHeaders(whole), path)
    assert.deepEqual([head.status, head.text], [200, ''], path)
    const missing = await sendRequest(path.replace('.png', 'x.png'), {
      method: 'HEAD',
      headers: actorHeaders(kim),
    })
    assert.equal(missing.status, 400, path)
  }
})

test('a requested version is never ignored', async () => {
  const name = await uploadFile(kim, 'picture', 'png', await png())
  for (const [method, prefix] of [
    ['GET', ''],
    ['GET', 'public/'],
    ['GET', 'authenticated/'],
    ['GET', 'info/'],
    ['GET', 'info/public/'],
    ['GET', 'info/authenticated/'],
    ['DELETE', ''],
  ] as const) {
    const path = `${objectPath(`${prefix}user-files/${name}`)}?versionId=1`
    const { status, text } = await sendRequest(path, { method, headers: actorHeaders(kim) })
    assert.deepEqual(
      [status, text.includes('not supported here')],
      [400, true],
      `${method} ${prefix}`,
    )
  }
  await expectData(kim.client.storage.from('user-files').info(name))
})

suite('DELETE of one object', () => {
  test('works for its owner, and for nobody else', async () => {
    const name = await uploadFile(kim, 'certification')
    const path = objectPath(`documents/${name}`)
    const remove = (headers: Record<string, string>) =>
      sendRequest(path, { method: 'DELETE', headers })
    expectRefusal(await remove(actorHeaders(other)), 404, 'not_found')
    await expectData(documents.info(name))
    const { status, text } = await remove(actorHeaders(kim))
    assert.deepEqual([status, JSON.parse(text)], [200, { message: 'Successfully deleted' }])
    await expectStorageError(documents.info(name), 404)
    expectRefusal(await remove(actorHeaders(kim)), 404, 'not_found')
  })
})

suite('a copy', () => {
  const copied = (from: string, to: string, more: object, headers = {}) =>
    sendRequest(objectPath('copy'), {
      method: 'POST',
      headers: { ...actorHeaders(kim), ...jsonHeaders, ...headers },
      body: JSON.stringify({
        bucketId: 'documents',
        sourceKey: from,
        destinationKey: to,
        ...more,
      }),
    })

  test('replaces an existing file only with x-upsert', async () => {
    const [from, to] = [pathOf(kim, 'certification', 'pdf'), await uploadFile(kim, 'resume')]
    const bytes = Buffer.concat([pdf, pdf])
    await expectData(documents.upload(from, bytes, asPdf))
    expectRefusal(await copied(from, to, {}), 409, 'Duplicate')
    assert.equal((await expectData(documents.info(to))).size, pdf.length)
    const { status, text } = await copied(from, to, {}, { 'x-upsert': 'true' })
    assert.equal(status, 200, text)
    assert.equal((await expectData(documents.info(to))).size, bytes.length)
    assert.equal(await (await expectData(documents.download(to))).text(), String(bytes))
  })

  // @covers wire.copy-metadata
  test('has the metadata of its source, or none of it', async () => {
    const from = pathOf(kim, 'certification', 'pdf')
    const options = { metadata: { of: 'the first' }, cacheControl: '77' }
    await expectData(documents.upload(from, pdf, { ...asPdf, ...options }))
    const metadataOfCopy = async (copyMetadata: boolean) => {
      const to = pathOf(kim, 'resume', 'pdf')
      assert.equal((await copied(from, to, { copyMetadata })).status, 200)
      const { metadata, cacheControl, contentType } = await expectData(documents.info(to))
      return [metadata, cacheControl, contentType]
    }
    assert.deepEqual(await metadataOfCopy(true), [
      options.metadata,
      'max-age=77',
      'application/pdf',
    ])
    assert.deepEqual(await metadataOfCopy(false), [{}, 'no-cache', 'application/pdf'])
  })
})

test('a move to another bucket moves the bytes, too', async () => {
  const [one, another] = [`bucket-${crypto.randomUUID()}`, `bucket-${crypto.randomUUID()}`]
  for (const id of [one, another])
    await expectData(server.storage.createBucket(id, { public: false }))
  const [source, target] = [server.storage.from(one), server.storage.from(another)]
  await expectData(source.upload('a.pdf', pdf, asPdf))
  const body = {
    bucketId: one,
    sourceKey: 'a.pdf',
    destinationBucket: another,
    destinationKey: 'b/c.pdf',
  }
  const moveFile = (headers: Record<string, string>) =>
    sendRequest(objectPath('move'), {
      method: 'POST',
      headers: { ...headers, ...jsonHeaders },
      body: JSON.stringify(body),
    })
  expectRefusal(await moveFile(actorHeaders(kim)), 404, 'not_found')
  assert.equal((await moveFile(serviceHeaders)).status, 200)
  await expectStorageError(source.info('a.pdf'), 404)
  assert.deepEqual(await namesIn(server, another, ''), ['b/c.pdf'])
  assert.equal(await (await expectData(target.download('b/c.pdf'))).text(), String(pdf))
})
