// Uploads files in parts with plain requests of the TUS protocol, without a TUS client.
import assert from 'node:assert/strict'
import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { startApp } from '../../../tests/support/app.ts'
import { silentLog } from '../../../tests/support/release.ts'
import { partType, protocol, startUploadServer } from '../../../tests/support/upload-server.ts'
import { until } from '../../../../tests/support/until.ts'
import { PartialUploads } from '../../files/partial-uploads.ts'

const { ask, contentOf, createBucket, createUser, database, dataFolder, offsetOf, ...app } =
  await startUploadServer()
const { sendPart, site, start, started } = app
const partialUploads = new PartialUploads(dataFolder)

/** Makes each insert of a row into this bucket take half a second. */
async function slowDown(bucket: string) {
  await app.pool.query(`
    create or replace function public.slow_insert() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.5); return null; end $$;
    create trigger "slow ${bucket}" after insert on storage.objects
      for each row when (new.bucket_id = '${bucket}') execute function public.slow_insert()`)
}

async function receivedBytes(url: string) {
  const folder = join(dataFolder, 'files', '.resumable')
  const id = url.split('/').at(-1) ?? ''
  const path = (await readdir(folder, { recursive: true })).find((found) => found.endsWith(id))
  return path === undefined ? undefined : (await stat(join(folder, path))).size
}

suite('a resumable upload', () => {
  test('keeps the bytes of a part that broke off', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    const name = `${user.id}/a.txt`
    const url = await started(user, { bucket, name, size: 10 })
    assert.equal((await sendPart(user, url, { offset: 0, body: '0123' })).status, 204)
    assert.deepEqual(await offsetOf(user, url), [200, '4'])
    assert.equal(await contentOf(bucket, name), undefined)
    const last = await sendPart(user, url, { offset: 4, body: '456789' })
    assert.deepEqual([last.status, last.headers['upload-offset']], [204, '10'])
    assert.equal(await contentOf(bucket, name), '0123456789')
    assert.deepEqual(await offsetOf(user, url), [200, '10'])
  })

  test('refuses a wrong offset and more bytes than announced, and changes nothing', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    const url = await started(user, { bucket, name: `${user.id}/a.txt`, size: 10 })
    assert.equal((await sendPart(user, url, { offset: 0, body: '0123' })).status, 204)
    for (const offset of [0, 3, 5, 10]) {
      assert.equal((await sendPart(user, url, { offset, body: 'x' })).status, 409, String(offset))
    }
    assert.equal((await sendPart(user, url, { offset: 4, body: '4567890' })).status, 413)
    assert.deepEqual(await offsetOf(user, url), [200, '4'])
  })

  test('replaces a file only with x-upsert', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    const upload = { bucket, name: `${user.id}/a.txt`, size: 3 }
    await sendPart(user, await started(user, upload), { offset: 0, body: 'one' })
    assert.equal((await start(user, upload)).status, 409)
    const url = await started(user, { ...upload, headers: { 'x-upsert': 'true' } })
    assert.equal((await sendPart(user, url, { offset: 0, body: 'two' })).status, 204)
    assert.equal(await contentOf(bucket, upload.name), 'two')
  })

  test('may be empty, and may have its bytes in the first request', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    await started(user, { bucket, name: `${user.id}/empty.txt`, size: 0 })
    assert.equal(await contentOf(bucket, `${user.id}/empty.txt`), '')
  })

  test('with all bytes, but without a row, asks for its last byte again', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    const name = `${user.id}/a.txt`
    const url = await started(user, { bucket, name, size: 4 })
    const folder = join(dataFolder, 'files', '.resumable')
    const names = await readdir(folder, { recursive: true })
    const id = url.split('/').at(-1) ?? ''
    const path = names.find((found) => found.endsWith(id)) ?? ''
    await writeFile(join(folder, path), '0123')
    assert.deepEqual(await offsetOf(user, url), [200, '3'])
    assert.equal((await sendPart(user, url, { offset: 3, body: '3' })).status, 204)
    assert.deepEqual(await offsetOf(user, url), [200, '4'])
    assert.equal(await contentOf(bucket, name), '0123')
  })

  test('is stored once if its last byte arrives again meanwhile', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    const name = `${user.id}/a.txt`
    const url = await started(user, { bucket, name, size: 4 })
    await slowDown(bucket)
    const first = sendPart(user, url, { offset: 0, body: '0123' })
    await until(async () => (await receivedBytes(url)) === 4)
    const again = await sendPart(user, url, { offset: 3, body: '3' })
    assert.equal((await first).status, 204)
    assert.ok([204, 409].includes(again.status), again.body)
    assert.deepEqual(await offsetOf(user, url), [200, '4'])
    assert.equal(await contentOf(bucket, name), '0123')
  })

  test('that is stored accepts an empty part at its end', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    const url = await started(user, { bucket, name: `${user.id}/a.txt`, size: 4 })
    assert.equal((await sendPart(user, url, { offset: 0, body: '0123' })).status, 204)
    assert.equal((await sendPart(user, url, { offset: 4, body: '' })).status, 204)
  })

  test('hides the text of an unknown error', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    await app.pool.query(`
      create function public.fail_upload() returns trigger language plpgsql as
        $$ begin raise exception 'a secret of the trigger'; end $$;
      create trigger "fails ${bucket}" before insert on storage.objects
        for each row when (new.bucket_id = '${bucket}') execute function public.fail_upload()`)
    const { status, body } = await start(user, { bucket, name: `${user.id}/a.txt`, size: 4 })
    assert.equal(status, 500)
    assert.match(body, /"statusCode":"500"/)
    assert.doesNotMatch(body, /secret/)
  })

  test('continues on another server that uses the same folder', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    const name = `${user.id}/a.txt`
    const url = await started(user, { bucket, name, size: 4 })
    assert.equal((await sendPart(user, url, { offset: 0, body: '01' })).status, 204)
    const second = await startApp({ DATA_DIR: dataFolder }, silentLog, { shared: database })
    const headers = {
      ...protocol,
      ...user.headers,
      ...partType,
      'upload-offset': '2',
    }
    assert.equal((await second.ask(url, { method: 'PATCH', headers, body: '23' })).status, 204)
    assert.equal(await contentOf(bucket, name), '0123')
  })

  test('reads the rest of a large part that it refuses', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    const size = 8 * 1024 * 1024
    const url = await started(user, { bucket, name: `${user.id}/a.txt`, size })
    const response = await fetch(`${site}${url}`, {
      method: 'PATCH',
      headers: {
        ...protocol,
        ...user.headers,
        ...partType,
        'upload-offset': '1',
      },
      body: new Uint8Array(size - 1),
    })
    assert.equal(response.status, 409)
  })

  test('is ended by DELETE', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    const url = await started(user, { bucket, name: `${user.id}/a.txt`, size: 4 })
    const headers = { ...protocol, ...user.headers }
    assert.equal((await ask(url, { method: 'DELETE', headers })).status, 204)
    assert.deepEqual(await offsetOf(user, url), [404, undefined])
  })

  test('is removed after a day', async () => {
    const [bucket, user] = [await createBucket(), createUser()]
    const url = await started(user, { bucket, name: `${user.id}/a.txt`, size: 4 })
    assert.equal((await sendPart(user, url, { offset: 0, body: '01' })).status, 204)
    await partialUploads.removeOlder(new Date(Date.now() - 60_000))
    assert.deepEqual(await offsetOf(user, url), [200, '2'])
    const folder = join(dataFolder, 'files', '.resumable')
    const names = await readdir(folder, { recursive: true })
    const id = url.split('/').at(-1) ?? ''
    for (const name of names.filter((path) => path.includes(id))) {
      await utimes(join(folder, name), 0, 0)
    }
    assert.equal((await partialUploads.removeOlder(new Date(Date.now() - 60_000))) > 0, true)
    assert.deepEqual(await offsetOf(user, url), [404, undefined])
    const left = await readdir(folder, { recursive: true })
    assert.deepEqual(
      left.filter((path) => path.includes(id)),
      [],
    )
  })

  test('lists its options in the response to OPTIONS', async () => {
    const { status, headers } = await ask('/storage/v1/upload/resumable', { method: 'OPTIONS' })
    assert.deepEqual([status, headers['tus-version']], [204, '1.0.0'])
    assert.match(String(headers['tus-extension']), /creation-with-upload/)
  })
})
