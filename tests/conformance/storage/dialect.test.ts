// Checks behavior that the test suites of Supabase Storage and of its client libraries expect.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { sendRequest, jsonHeaders, serviceHeaders, type Reply } from '../support/http-request.ts'
import { server } from '../support/clients.ts'
import {
  actorHeaders,
  visitorHeaders,
  expectStorageError,
  expectData,
  photo,
  expectRefusal,
} from '../support/files.ts'
import { createActor } from '../support/market.ts'
import { secrets, target } from '../support/target.ts'

const { storage } = server
const id = `bucket-${crypto.randomUUID()}`
await expectData(storage.createBucket(id, { public: false }))
const bucket = storage.from(id)
const picture = await photo(20, 20)
const kim = await createActor('consultant')

const apiPath = (path: string) => `/storage/v1/${path}`
const jsonObject = z.record(z.string(), z.unknown())
const bodyOf = ({ text }: Reply) => jsonObject.parse(JSON.parse(text))

suite('a refusal', () => {
  test('is 400 with its own status inside, an error for older clients and a code for newer ones', async () => {
    const missing = await sendRequest(apiPath(`object/info/${id}/nothing`), {
      headers: serviceHeaders,
    })
    assert.equal(missing.status, 400)
    const expected = { statusCode: '404', error: 'not_found', message: 'Object not found' }
    assert.equal(missing.text, JSON.stringify({ ...expected, code: 'NoSuchKey' }))
    assert.deepEqual((await bucket.exists('nothing')).data, false)
  })

  test('by a policy does not name its table', async () => {
    const path = apiPath(`object/documents/${crypto.randomUUID()}/resume/x.pdf`)
    const headers = { ...actorHeaders(kim), 'content-type': 'application/pdf' }
    const reply = await sendRequest(path, { method: 'POST', headers, body: '%PDF-1.7' })
    const expected = 'You can store files only in the folders of your own documents.'
    assert.equal(expectRefusal(reply, 403, 'Unauthorized'), expected)
    const other = await sendRequest(apiPath(`object/${id}/x.pdf`), {
      method: 'POST',
      headers,
      body: '%PDF-1.7',
    })
    assert.equal(
      expectRefusal(other, 403, 'Unauthorized'),
      'new row violates row-level security policy',
    )
  })

  test('is sent to clients without a valid token, except for public files', async () => {
    const paths = ['bucket', `object/${id}/a.txt`, `object/info/${id}/a.txt`]
    for (const headers of [{ authorization: '' }, { authorization: 'Bearer invalid-token' }]) {
      for (const path of paths) {
        const reply = await sendRequest(apiPath(path), { headers })
        assert.equal(expectRefusal(reply, 403, 'Unauthorized'), 'Invalid Compact JWS')
      }
    }
    const message = "headers must have required property 'authorization'"
    assert.equal(expectRefusal(await sendRequest(apiPath('bucket')), 400, 'Error'), message)
    for (const path of paths.slice(1)) {
      expectRefusal(await sendRequest(apiPath(path)), 404, 'Bucket not found')
    }
    const open = `bucket-${crypto.randomUUID()}`
    await expectData(storage.createBucket(open, { public: true }))
    await expectData(storage.from(open).upload('a.txt', 'hello'))
    for (const path of [`object/${open}/a.txt`, `object/info/${open}/a.txt`]) {
      assert.equal((await sendRequest(apiPath(path))).status, 200)
    }
  })

  test('is not sent if the token comes without "Bearer"', async () => {
    const { authorization } = serviceHeaders
    const headers = { authorization: authorization.replace('Bearer ', '') }
    assert.equal((await sendRequest(apiPath(`bucket/${id}`), { headers })).status, 200)
  })
})

suite('a list of buckets', () => {
  const typesFor = async (headers: Record<string, string>) => {
    const client = createClient(target.url, secrets.serviceRoleKey, { global: { headers } })
    const buckets = await expectData(client.storage.listBuckets({ search: id }))
    return buckets.map(({ type }) => type)
  }

  test('has their type, except for clients that cannot parse it', async () => {
    for (const headers of [
      {},
      { 'x-client-info': 'supabase-py/2.18.0' },
      { 'x-client-info': 'supabase-py/3.0.0' },
      { 'user-agent': 'supabase-py/storage3 v0.12.1' },
      { 'user-agent': 'supabase-py/storage3 v1.0.0' },
    ]) {
      assert.deepEqual(await typesFor(headers), ['STANDARD'], JSON.stringify(headers))
    }
    for (const headers of [
      { 'x-client-info': 'supabase-py/2.17.3' },
      { 'x-client-info': 'supabase-py/1.99.9' },
      { 'user-agent': 'supabase-py/storage3 v0.12.0' },
      { 'user-agent': 'supabase-py/storage3 v0.11.3' },
    ]) {
      assert.deepEqual(await typesFor(headers), [undefined], JSON.stringify(headers))
    }
  })
})

suite('an upload', () => {
  test('without a type is text, and never shown as anything else', async () => {
    await expectData(bucket.upload('cat.jpg', picture))
    const blob = await expectData(bucket.download('cat.jpg'))
    assert.deepEqual([blob.type, blob.size], ['text/plain;charset=utf-8', picture.length])
    const { headers } = await sendRequest(apiPath(`object/${id}/cat.jpg`), {
      headers: serviceHeaders,
    })
    assert.match(String(headers['content-disposition']), /^attachment/)
    const csv = { contentType: 'text/csv' }
    await expectData(bucket.upload('a.csv', 'a;b\n1;2\n', csv))
    await expectStorageError(bucket.upload('b.csv', new Uint8Array([97, 0, 98]), csv), 415)
    const images = `bucket-${crypto.randomUUID()}`
    await expectData(storage.createBucket(images, { public: false, allowedMimeTypes: ['image/*'] }))
    await expectStorageError(storage.from(images).upload('cat.jpg', picture), 415)
  })

  test('with a malformed media type is refused, and so is a copy', async () => {
    await expectData(bucket.upload('typed.txt', 'x'))
    const post = (path: string, headers: Record<string, string>, body: string) =>
      sendRequest(apiPath(path), {
        method: 'POST',
        headers: { ...serviceHeaders, ...headers },
        body,
      })
    for (const type of ['text', 'text/plain/x', 'te xt/plain']) {
      const field = `--x\r\ncontent-disposition: form-data; name="contentType"\r\n\r\n${type}\r\n`
      const file =
        '--x\r\ncontent-disposition: form-data; name=""; filename="t"\r\n\r\nx\r\n--x--\r\n'
      const formHeaders = { 'content-type': 'multipart/form-data; boundary=x' }
      const copy = { bucketId: id, sourceKey: 'typed.txt', destinationKey: 'copied.txt' }
      for (const reply of [
        await post(`object/${id}/raw.txt`, { 'content-type': type }, 'x'),
        await post(`object/${id}/form.txt`, formHeaders, field + file),
        await post(
          'object/copy',
          jsonHeaders,
          JSON.stringify({ ...copy, metadata: { mimetype: type } }),
        ),
      ]) {
        assert.equal(expectRefusal(reply, 415, 'invalid_mime_type'), 'Invalid Content-Type header')
      }
    }
    for (const name of ['raw.txt', 'form.txt', 'copied.txt']) {
      await expectStorageError(bucket.info(name), 404)
    }
  })

  test("of a folder's placeholder may have any type, and is empty", async () => {
    const images = `bucket-${crypto.randomUUID()}`
    await expectData(storage.createBucket(images, { public: false, allowedMimeTypes: ['image/*'] }))
    const folder = storage.from(images)
    await expectData(folder.upload('new/.emptyFolderPlaceholder', new Blob([])))
    await expectStorageError(folder.upload('old/.emptyFolderPlaceholder', new Blob(['x'])), 413)
  })

  test('may have directives for search engines', async () => {
    const sent = async (name: string, rules: Record<string, string>) => {
      const headers = {
        ...serviceHeaders,
        'content-type': 'text/plain',
        'x-upsert': 'true',
        ...rules,
      }
      return sendRequest(apiPath(`object/${id}/${name}`), { method: 'POST', headers, body: 'x' })
    }
    const shown = async (name: string) =>
      (await sendRequest(apiPath(`object/${id}/${name}`), { headers: serviceHeaders })).headers[
        'x-robots-tag'
      ]
    for (const rules of ['all', 'max-snippet: 10, notranslate', 'googlebot: noindex, nofollow']) {
      assert.equal((await sent('r.txt', { 'x-robots-tag': rules })).status, 200, rules)
      assert.equal(await shown('r.txt'), rules)
    }
    const robots = 'unavailable_after: Wed, 25 Jun 2025 15:00:00 PST, noindex'
    assert.equal((await sent('r.txt', { 'x-robots-tag': robots })).status, 200)
    assert.equal((await sent('r.txt', {})).status, 200)
    assert.equal(await shown('r.txt'), 'none')
    const bad = await sent('r.txt', { 'x-robots-tag': 'noindex, everything' })
    assert.match(expectRefusal(bad, 400, 'invalid_x_robots_tag'), /rule: "everything"$/)
  })

  for (const name of ["a!-_*.'()&$@=;:+,? b", 'what?#1.txt', '100% {}^`[]"<>~|', 'äöü/일이삼-🙂']) {
    test(`may be named ${name}`, async () => {
      const path = apiPath(`object/${id}/named/${encodeURIComponent(name)}`)
      const headers = { ...serviceHeaders, 'content-type': 'text/plain' }
      assert.equal((await sendRequest(path, { method: 'POST', headers, body: name })).status, 200)
      assert.equal((await sendRequest(path, { headers: serviceHeaders })).text, name)
      const { signedUrl } = await expectData(bucket.createSignedUrl('cat.jpg', 60))
      assert.equal((await fetch(signedUrl)).status, 200)
      assert.equal(
        (await sendRequest(path, { method: 'DELETE', headers: serviceHeaders })).status,
        200,
      )
    })
  }
})

test('a copy onto itself gets the new metadata', async () => {
  await expectData(bucket.upload('c.txt', 'x', { metadata: { first: 1 } }))
  const headers = {
    ...serviceHeaders,
    ...jsonHeaders,
    'x-upsert': 'true',
    'x-metadata': Buffer.from('{"second":2}').toString('base64'),
  }
  const body = {
    bucketId: id,
    sourceKey: 'c.txt',
    destinationKey: 'c.txt',
    copyMetadata: false,
    metadata: { cacheControl: 'max-age=9' },
  }
  const reply = await sendRequest(apiPath('object/copy'), {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const { Key: key, name, bucket_id: of, metadata } = bodyOf(reply)
  assert.deepEqual([key, name, of], [`${id}/c.txt`, 'c.txt', id])
  assert.equal(jsonObject.parse(metadata)['cacheControl'], 'max-age=9')
  assert.deepEqual((await expectData(bucket.info('c.txt'))).metadata, { second: 2 })
})

suite('a list', () => {
  test('of both kinds sorts folders by their first file', async () => {
    const own = `bucket-${crypto.randomUUID()}`
    await expectData(storage.createBucket(own, { public: false }))
    for (const name of ['b/1.txt', 'c.txt', 'a/1.txt', 'b/2.txt']) {
      await expectData(storage.from(own).upload(name, 'x'))
    }
    for (const [order, expected] of [
      ['asc', ['b/', 'c.txt', 'a/']],
      ['desc', ['a/', 'c.txt', 'b/']],
    ] as const) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const sortBy = { column: 'created_at', order } as const
        const options = { with_delimiter: true, limit: 1, sortBy, ...(cursor ? { cursor } : {}) }
        const page = await expectData(storage.from(own).listV2(options))
        assert.ok(page.folders.every(({ name, key }) => name === `${key}/`))
        seen.push(...[...page.folders, ...page.objects].map(({ name }) => name))
        cursor = page.nextCursor
      } while (cursor)
      assert.deepEqual(seen, expected)
    }
  })

  test('of buckets omits the type for clients that do not know it', async () => {
    const types = async (headers: Record<string, string>) => {
      const reply = await sendRequest(apiPath(`bucket?search=${id}`), {
        headers: { ...serviceHeaders, ...headers },
      })
      return z.array(jsonObject).parse(JSON.parse(reply.text))[0]?.['type']
    }
    assert.equal(await types({}), 'STANDARD')
    assert.equal(await types({ 'x-client-info': 'supabase-py/2.17.3' }), undefined)
    assert.equal(await types({ 'x-client-info': 'supabase-py/2.18.0' }), 'STANDARD')
    assert.equal(await types({ 'user-agent': 'supabase-py/storage3 v0.12.0' }), undefined)
    assert.equal(await types({ 'user-agent': 'supabase-py/storage3 v1.0.0' }), 'STANDARD')
    const { text } = await sendRequest(apiPath('bucket'), { headers: visitorHeaders })
    assert.match(text, /AccessDenied/)
  })
})

test('a bucket has comparable times, and an empty change is refused', async () => {
  const { created_at: createdAt, ...others } = await expectData(storage.getBucket(id))
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal('type' in others, false)
  const reply = await sendRequest(apiPath(`bucket/${id}`), {
    method: 'PUT',
    headers: { ...serviceHeaders, ...jsonHeaders },
    body: '{}',
  })
  expectRefusal(reply, 400, 'InvalidRequest')
})
