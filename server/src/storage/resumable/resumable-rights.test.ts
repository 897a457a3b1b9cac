// Checks that resumable uploads have the rights and limits of plain uploads.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { signedIn } from '../../../tests/support/app.ts'
import {
  metadataHeader,
  partType,
  protocol,
  startUploadServer,
} from '../../../tests/support/upload-server.ts'

const { ask, contentOf, createBucket, createUser, offsetOf, pool, secrets, ...app } =
  await startUploadServer()
const { sendPart, site, start, started } = app

suite('a resumable upload', () => {
  test('belongs to one user', async () => {
    const [bucket, user, other] = [await createBucket(), createUser(), createUser()]
    const url = await started(user, { bucket, name: `${user.id}/a.txt`, size: 4 })
    const options = { headers: { ...protocol, ...other.headers } }
    assert.deepEqual(await offsetOf(other, url), [404, undefined])
    assert.equal((await sendPart(other, url, { offset: 0, body: '0123' })).status, 404)
    assert.equal((await ask(url, { method: 'DELETE', ...options })).status, 404)
    assert.equal((await ask(url, { method: 'HEAD', headers: protocol })).status, 400)
    assert.equal((await sendPart(user, url, { offset: 0, body: '0123' })).status, 204)
  })

  test('is decided by policies before the first byte and at each part', async () => {
    const [bucket, user, other] = [await createBucket(), createUser(), createUser()]
    const refused = await start(user, { bucket, name: `${other.id}/a.txt`, size: 4 })
    const policyError = {
      statusCode: '403',
      error: 'Unauthorized',
      message: 'new row violates row-level security policy',
      code: 'AccessDenied',
    }
    assert.deepEqual([refused.status, JSON.parse(refused.body)], [403, policyError])
    const url = await started(user, { bucket, name: `${user.id}/a.txt`, size: 4 })
    await pool.query(`drop policy "${bucket}" on storage.objects`)
    const part = await sendPart(user, url, { offset: 0, body: '0123' })
    assert.deepEqual([part.status, JSON.parse(part.body)], [403, policyError])
    assert.equal(await contentOf(bucket, `${user.id}/a.txt`), undefined)
  })

  test('has the limits of the bucket before the first byte', async () => {
    const bucket = await createBucket({ fileSizeLimit: 100, allowedMimeTypes: ['text/*'] })
    const user = createUser()
    const name = `${user.id}/a.txt`
    assert.equal((await start(user, { bucket, name, size: 101 })).status, 413)
    const png = { contentType: 'image/png' }
    assert.equal((await start(user, { bucket, name, size: 9, fields: png })).status, 415)
    assert.equal((await start(user, { bucket, name, size: 100 })).status, 201)
  })

  test('of a page that claims to be a picture is refused, and nothing is left of it', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    const name = `${user.id}/a.png`
    const body = '<script>alert(1)</script>'
    const fields = { contentType: 'image/png' }
    const url = await started(user, { bucket, name, size: body.length, fields })
    assert.equal((await sendPart(user, url, { offset: 0, body })).status, 415)
    assert.deepEqual(await offsetOf(user, url), [404, undefined])
    assert.equal(await contentOf(bucket, name), undefined)
  })

  test('continues with a new token after the old one expired', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    const url = await started(user, { bucket, name: `${user.id}/a.txt`, size: 4 })
    const expired = { id: user.id, headers: signedIn(secrets, user.id, -600) }
    assert.equal((await sendPart(expired, url, { offset: 0, body: '0123' })).status, 401)
    const again = { id: user.id, headers: signedIn(secrets, user.id) }
    assert.equal((await sendPart(again, url, { offset: 0, body: '0123' })).status, 204)
  })

  test('of a user waits while the user has twenty others', async () => {
    const [bucket, user, other] = [await createBucket(), createUser(), createUser()]
    for (let number = 0; number < 20; number += 1) {
      await started(user, { bucket, name: `${user.id}/${number}.txt`, size: 4 })
    }
    const refused = await start(user, { bucket, name: `${user.id}/a.txt`, size: 4 })
    assert.equal(refused.status, 400)
    assert.match(refused.body, /You have 20 unfinished uploads/)
    await started(other, { bucket, name: `${other.id}/a.txt`, size: 4 })
  })

  test('of a user is refused if all unfinished ones would exceed 500 MB', async () => {
    const [bucket, user, other] = [await createBucket(), createUser(), createUser()]
    const size = 50 * 1024 * 1024
    const startNumber = (number: number) =>
      start(user, { bucket, name: `${user.id}/${number}`, size })
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, number) => startNumber(number)),
    )
    const refused = replies.filter(({ status }) => status !== 201)
    assert.equal(refused.length, 2)
    for (const { status, body } of refused) {
      assert.equal(status, 413)
      assert.match(body, /Your unfinished uploads would exceed 500 MB together/)
    }
    await started(other, { bucket, name: `${other.id}/a.txt`, size })
    const url = String(replies.find(({ status }) => status === 201)?.headers.location)
    await ask(url, { method: 'DELETE', headers: { ...protocol, ...user.headers } })
    assert.equal((await startNumber(12)).status, 201)
    assert.equal((await startNumber(13)).status, 413)
  })

  test('may exceed 500 MB if it is the only unfinished one of the user', async () => {
    const bucket = await createBucket({ fileSizeLimit: 600 * 1024 * 1024 })
    const user = createUser()
    await started(user, { bucket, name: `${user.id}/large`, size: 600 * 1024 * 1024 })
    const second = await start(user, { bucket, name: `${user.id}/small`, size: 1 })
    assert.equal(second.status, 413)
  })

  test('works with the token of an upload link', async () => {
    const bucket = await createBucket()
    const user = createUser()
    const client = createClient(site, secrets.anonKey, { global: { headers: user.headers } })
    const name = `${user.id}/linked.txt`
    const { data } = await client.storage.from(bucket).createSignedUploadUrl(name)
    const link = { ...protocol, 'x-signature': data?.token ?? '' }
    const post = (objectName: string) =>
      ask('/storage/v1/upload/resumable/sign', {
        method: 'POST',
        headers: {
          ...link,
          'upload-length': '4',
          'upload-metadata': metadataHeader({ bucketName: bucket, objectName }),
        },
      })
    assert.equal((await post(`${user.id}/other.txt`)).status, 400)
    const { status, headers, body } = await post(name)
    assert.equal(status, 201, body)
    const type = { ...partType, 'upload-offset': '0' }
    const part = { method: 'PATCH', headers: { ...link, ...type }, body: 'link' }
    assert.equal((await ask(String(headers.location), part)).status, 204)
    assert.equal(await contentOf(bucket, name), 'link')
  })

  test('through a link counts as one of the user who made the link', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    const client = createClient(site, secrets.anonKey, { global: { headers: user.headers } })
    for (let number = 0; number < 19; number += 1) {
      await started(user, { bucket, name: `${user.id}/${number}.txt`, size: 4 })
    }
    const startByLink = async (name: string) => {
      const { data } = await client.storage.from(bucket).createSignedUploadUrl(name)
      return ask('/storage/v1/upload/resumable/sign', {
        method: 'POST',
        headers: {
          ...protocol,
          'x-signature': data?.token ?? '',
          'upload-length': '4',
          'upload-metadata': metadataHeader({ bucketName: bucket, objectName: name }),
        },
      })
    }
    assert.equal((await startByLink(`${user.id}/a.txt`)).status, 201)
    assert.equal((await startByLink(`${user.id}/b.txt`)).status, 400)
  })

  test('of another file cannot be seen or ended through a link', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    const client = createClient(site, secrets.anonKey, { global: { headers: user.headers } })
    const url = await started(user, { bucket, name: `${user.id}/a.txt`, size: 4 })
    const { data } = await client.storage.from(bucket).createSignedUploadUrl(`${user.id}/b.txt`)
    const headers = { ...protocol, 'x-signature': data?.token ?? '' }
    const byLink = url.replace('/resumable/', '/resumable/sign/')
    for (const method of ['HEAD', 'DELETE']) {
      assert.equal((await ask(byLink, { method, headers })).status, 400, method)
    }
    assert.deepEqual(await offsetOf(user, url), [200, '0'])
  })

  test('with bad input is refused', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    const upload = { bucket, name: `${user.id}/a.txt`, size: 4 }
    for (const [headers, status] of [
      [{ 'upload-length': '-1' }, 400],
      [{ 'upload-length': 'x' }, 400],
      [{ 'upload-length': '9'.repeat(30) }, 400],
      [{ 'upload-length': '9'.repeat(15) }, 413],
      [{ 'upload-metadata': 'a b c' }, 400],
      [{ 'upload-metadata': '' }, 400],
      [{ 'upload-metadata': metadataHeader({ bucketName: bucket }) }, 400],
      [{ 'upload-metadata': metadataHeader({ bucketName: bucket, objectName: '../a' }) }, 400],
      [{ 'upload-metadata': metadataHeader({ bucketName: 'nowhere', objectName: 'a' }) }, 404],
      [{ 'tus-resumable': '0.1.0' }, 400],
      [{ 'upload-defer-length': '1' }, 501],
    ] as const) {
      const reply = await start(user, { ...upload, headers })
      assert.equal(reply.status, status, JSON.stringify([headers, reply.body]))
    }
    for (const id of ['x', '..%2Fsecrets.json', randomUUID(), '%00', 'a/b']) {
      assert.deepEqual(await offsetOf(user, `/storage/v1/upload/resumable/${id}`), [404, undefined])
    }
    const metadata = { metadata: '{"a":' }
    assert.equal((await start(user, { ...upload, fields: metadata })).status, 400)
  })
})
