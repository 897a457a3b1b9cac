// Checks requests to the storage API that storage-js does not send, or sends in another form.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { ask, json, ofServer, type Reply } from '../support/ask.ts'
import { server } from '../support/clients.ts'
import {
  asActor,
  asVisitor,
  declined,
  done,
  namesIn,
  pathOf,
  pdf,
  png,
  refusedWith,
  stored,
} from '../support/files.ts'
import { actor } from '../support/market.ts'

const kim = await actor('consultant')
const other = await actor('contractor')
const documents = kim.client.storage.from('documents')
const asPdf = { contentType: 'application/pdf' }

const described = z.object({
  name: z.string(),
  bucket_id: z.string(),
  size: z.number(),
  content_type: z.string(),
})

function toldBy({ status, text }: Reply) {
  assert.equal(status, 200, text)
  return described.parse(JSON.parse(text))
}

const at = (place: string) => `/storage/v1/object/${place}`

suite('info', () => {
  test('of a public file is available to everybody', async () => {
    const name = await stored(kim, 'picture', 'png', await png())
    const reply = await ask(at(`info/public/user-files/${name}`), { headers: asVisitor })
    const { size, ...told } = toldBy(reply)
    assert.deepEqual(told, { name, bucket_id: 'user-files', content_type: 'image/png' })
    assert.ok(size > 0)
    const nowhere = await ask(at(`info/public/user-files/${name}x`), { headers: asVisitor })
    refusedWith(nowhere, 404, 'not_found')
  })

  test('of a private file is available to users who may see it', async () => {
    const name = await stored(kim, 'certification')
    const told = { name, bucket_id: 'documents', size: pdf.length, content_type: 'application/pdf' }
    const path = at(`info/authenticated/documents/${name}`)
    assert.deepEqual(toldBy(await ask(path, { headers: asActor(kim) })), told)
    refusedWith(await ask(path, { headers: asActor(other) }), 404, 'not_found')
    const asPublic = await ask(at(`info/public/documents/${name}`), { headers: asActor(kim) })
    refusedWith(asPublic, 404, 'not_found')
  })
})

// @covers wire.head
test('HEAD has the headers of GET for every path, and sends no bytes', async () => {
  const name = await stored(kim, 'picture', 'png', await png())
  const file = `user-files/${name}`
  const { signedUrl } = await done(
    kim.client.storage.from('user-files').createSignedUrl(name, 60, { download: true }),
  )
  const { pathname, search } = new URL(signedUrl)
  const prefixes = ['', 'public/', 'authenticated/', 'info/', 'info/public/', 'info/authenticated/']
  for (const path of [...prefixes.map((prefix) => at(prefix + file)), pathname + search]) {
    const [head, whole] = [
      await ask(path, { method: 'HEAD', headers: asActor(kim) }),
      await ask(path, { headers: asActor(kim) }),
    ]
    const told = ({ status, headers }: Reply) => [
      status,
      headers['content-type'],
      headers['content-length'],
      headers['content-disposition'],
      headers['etag'],
      headers['cache-control'],
    ]
    assert.deepEqual(told(head), told(whole), path)
    assert.deepEqual([head.status, head.text], [200, ''], path)
    const nowhere = await ask(path.replace('.png', 'x.png'), {
      method: 'HEAD',
      headers: asActor(kim),
    })
    assert.equal(nowhere.status, 400, path)
  }
})

test('a requested version is never ignored', async () => {
  const name = await stored(kim, 'picture', 'png', await png())
  for (const [method, place] of [
    ['GET', ''],
    ['GET', 'public/'],
    ['GET', 'authenticated/'],
    ['GET', 'info/'],
    ['GET', 'info/public/'],
    ['GET', 'info/authenticated/'],
    ['DELETE', ''],
  ] as const) {
    const path = `${at(`${place}user-files/${name}`)}?versionId=1`
    const { status, text } = await ask(path, { method, headers: asActor(kim) })
    assert.deepEqual(
      [status, text.includes('not supported here')],
      [400, true],
      `${method} ${place}`,
    )
  }
  await done(kim.client.storage.from('user-files').info(name))
})

suite('DELETE of one object', () => {
  test('works for its owner, and for nobody else', async () => {
    const name = await stored(kim, 'certification')
    const path = at(`documents/${name}`)
    const remove = (headers: Record<string, string>) => ask(path, { method: 'DELETE', headers })
    refusedWith(await remove(asActor(other)), 404, 'not_found')
    await done(documents.info(name))
    const { status, text } = await remove(asActor(kim))
    assert.deepEqual([status, JSON.parse(text)], [200, { message: 'Successfully deleted' }])
    await declined(documents.info(name), 404)
    refusedWith(await remove(asActor(kim)), 404, 'not_found')
  })
})

suite('a copy', () => {
  const copied = (from: string, to: string, more: object, headers = {}) =>
    ask(at('copy'), {
      method: 'POST',
      headers: { ...asActor(kim), ...json, ...headers },
      body: JSON.stringify({
        bucketId: 'documents',
        sourceKey: from,
        destinationKey: to,
        ...more,
      }),
    })

  test('replaces an existing file only with x-upsert', async () => {
    const [from, to] = [pathOf(kim, 'resume', 'pdf'), await stored(kim, 'resume')]
    const bytes = Buffer.concat([pdf, pdf])
    await done(documents.upload(from, bytes, asPdf))
    refusedWith(await copied(from, to, {}), 409, 'Duplicate')
    assert.equal((await done(documents.info(to))).size, pdf.length)
    const { status, text } = await copied(from, to, {}, { 'x-upsert': 'true' })
    assert.equal(status, 200, text)
    assert.equal((await done(documents.info(to))).size, bytes.length)
    assert.equal(await (await done(documents.download(to))).text(), String(bytes))
  })

  // @covers wire.copy-metadata
  test('has the metadata of its source, or none of it', async () => {
    const from = pathOf(kim, 'resume', 'pdf')
    const said = { metadata: { of: 'the first' }, cacheControl: '77' }
    await done(documents.upload(from, pdf, { ...asPdf, ...said }))
    const [withIt, without] = [pathOf(kim, 'resume', 'pdf'), pathOf(kim, 'resume', 'pdf')]
    assert.equal((await copied(from, withIt, { copyMetadata: true })).status, 200)
    assert.equal((await copied(from, without, { copyMetadata: false })).status, 200)
    const told = async (path: string) => {
      const { metadata, cacheControl, contentType } = await done(documents.info(path))
      return [metadata, cacheControl, contentType]
    }
    assert.deepEqual(await told(withIt), [said.metadata, 'max-age=77', 'application/pdf'])
    assert.deepEqual(await told(without), [{}, 'no-cache', 'application/pdf'])
  })
})

test('a move to another bucket moves the bytes, too', async () => {
  const [one, another] = [`bucket-${crypto.randomUUID()}`, `bucket-${crypto.randomUUID()}`]
  for (const id of [one, another]) await done(server.storage.createBucket(id, { public: false }))
  const [source, target] = [server.storage.from(one), server.storage.from(another)]
  await done(source.upload('a.pdf', pdf, asPdf))
  const body = {
    bucketId: one,
    sourceKey: 'a.pdf',
    destinationBucket: another,
    destinationKey: 'b/c.pdf',
  }
  const moved = (headers: Record<string, string>) =>
    ask(at('move'), {
      method: 'POST',
      headers: { ...headers, ...json },
      body: JSON.stringify(body),
    })
  refusedWith(await moved(asActor(kim)), 404, 'not_found')
  assert.equal((await moved(ofServer)).status, 200)
  await declined(source.info('a.pdf'), 404)
  assert.deepEqual(await namesIn(server, another, ''), ['b/c.pdf'])
  assert.equal(await (await done(target.download('b/c.pdf'))).text(), String(pdf))
})
