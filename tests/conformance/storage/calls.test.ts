// Calls every method of storage-js except `list` and `listV2`.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import sharp from 'sharp'
import { server, visitor } from '../support/clients.ts'
import {
  blobOf,
  expectStorageError,
  expectData,
  formOf,
  namesIn,
  pathOf,
  pdf,
  photo,
  uploadFile,
  streamOf,
} from '../support/files.ts'
import { createActor } from '../support/market.ts'
import { methodsOf } from '../support/methods-of.ts'

const kim = await createActor('consultant')
const documents = kim.client.storage.from('documents')
const pictures = kim.client.storage.from('user-files')
const resume = (extension = 'pdf') => pathOf(kim, 'resume', extension)
const asPdf = { contentType: 'application/pdf' }

const called = new Set<string>()
const calls = (name: string, run: () => Promise<void>) => {
  called.add(name.split(' ', 1)[0] ?? '')
  void test(name, run)
}

async function textAt(path: string) {
  return (await expectData(documents.download(path))).text()
}

suite('an upload', () => {
  // @covers 7.storage.upload
  calls('upload of a Blob stores the file, and returns its id and path', async () => {
    const path = resume()
    const uploaded = await expectData(documents.upload(path, blobOf(pdf, 'application/pdf')))
    assert.deepEqual([uploaded.path, uploaded.fullPath], [path, `documents/${path}`])
    assert.match(uploaded.id, /^[0-9a-f-]{36}$/)
    assert.equal(await textAt(path), pdf.toString())
  })

  for (const [what, body] of [
    ['a Buffer', () => pdf],
    ['an ArrayBuffer', () => new Uint8Array(pdf).buffer],
    ['a File', () => new File([new Uint8Array(pdf)], 'x.pdf', { type: 'application/pdf' })],
    ['a stream', () => streamOf(pdf)],
    ['a form', () => formOf(pdf)],
  ] as const) {
    calls(`upload of ${what}`, async () => {
      const path = resume()
      await expectData(documents.upload(path, body(), asPdf))
      assert.equal(await textAt(path), pdf.toString())
    })
  }

  calls('upload keeps cache control and metadata', async () => {
    for (const body of [pdf, blobOf(pdf, 'application/pdf')]) {
      const path = resume()
      await expectData(
        documents.upload(path, body, { ...asPdf, cacheControl: '77', metadata: { a: { b: 'ü' } } }),
      )
      const { cacheControl, metadata } = await expectData(documents.info(path))
      assert.deepEqual([cacheControl, metadata], ['max-age=77', { a: { b: 'ü' } }])
    }
  })

  // @covers 7.storage.upload 5.documents.overwrite
  calls('upload to an existing path is refused, but with upsert replaces the file', async () => {
    const path = await uploadFile(kim, 'resume')
    await expectStorageError(documents.upload(path, pdf, asPdf), 409)
    const other = Buffer.concat([pdf, Buffer.from('more')])
    await expectData(documents.upload(path, other, { ...asPdf, upsert: true }))
    assert.equal(await textAt(path), other.toString())
  })

  calls('update replaces what is there, and nothing else', async () => {
    const path = await uploadFile(kim, 'resume')
    const before = await expectData(documents.info(path))
    await expectData(documents.update(path, Buffer.concat([pdf, pdf]), asPdf))
    const now = await expectData(documents.info(path))
    assert.equal(now.id, before.id)
    assert.notEqual(now.version, before.version)
    assert.equal(now.size, pdf.length * 2)
    await expectStorageError(documents.update(resume(), pdf, asPdf), 404)
  })

  // @covers wire.signed-upload
  calls('uploadToSignedUrl stores what createSignedUploadUrl allowed', async () => {
    const path = resume()
    const { token, signedUrl } = await expectData(documents.createSignedUploadUrl(path))
    assert.ok(signedUrl.includes(token))
    const elsewhere = visitor.storage.from('documents')
    const blob = blobOf(pdf, 'application/pdf')
    const uploaded = await expectData(elsewhere.uploadToSignedUrl(path, token, blob))
    assert.equal(uploaded.fullPath, `documents/${path}`)
    assert.equal(await textAt(path), pdf.toString())
    await expectStorageError(elsewhere.uploadToSignedUrl(path, token, blob), 409)
  })

  calls('createSignedUploadUrl with upsert replaces', async () => {
    const path = await uploadFile(kim, 'resume')
    await expectStorageError(documents.createSignedUploadUrl(path), 409)
    const { token } = await expectData(documents.createSignedUploadUrl(path, { upsert: true }))
    await expectData(documents.uploadToSignedUrl(path, token, Buffer.concat([pdf, pdf]), asPdf))
    assert.equal((await expectData(documents.info(path))).size, pdf.length * 2)
  })
})

suite('reading', () => {
  calls('download returns the bytes, also as a stream', async () => {
    const path = await uploadFile(kim, 'resume')
    const blob = await expectData(documents.download(path))
    assert.equal(blob.type, 'application/pdf')
    const stream = await expectData(documents.download(path).asStream())
    assert.equal(await new Response(stream).text(), pdf.toString())
  })

  calls('info tells size, type and times', async () => {
    const path = await uploadFile(kim, 'resume')
    const { name, size, contentType, bucketId, etag, createdAt } = await expectData(
      documents.info(path),
    )
    assert.deepEqual(
      [name, size, contentType, bucketId],
      [path, pdf.length, 'application/pdf', 'documents'],
    )
    assert.match(etag ?? '', /^"[0-9a-f]{32}"$/)
    assert.ok(Date.parse(createdAt) <= Date.now())
  })

  // @covers wire.exists
  calls('exists returns whether the file exists', async () => {
    const path = await uploadFile(kim, 'resume')
    assert.equal((await documents.exists(path)).data, true)
    assert.equal((await documents.exists(resume())).data, false)
  })

  // @covers 7.storage.public-url
  calls('getPublicUrl leads to a file that everybody may see', async () => {
    const path = pathOf(kim, 'picture', 'jpg')
    await expectData(pictures.upload(path, await photo(), { contentType: 'image/jpeg' }))
    const response = await fetch(pictures.getPublicUrl(path).data.publicUrl)
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/jpeg'])
    assert.equal((await sharp(bytes).metadata()).width, 1024)
    const hidden = documents.getPublicUrl(await uploadFile(kim, 'resume')).data.publicUrl
    assert.equal((await fetch(hidden)).status, 400)
  })

  calls(
    'createSignedUrl opens one file for a while, under another name where it is wanted',
    async () => {
      const path = await uploadFile(kim, 'resume')
      const { signedUrl } = await expectData(
        documents.createSignedUrl(path, 60, { download: 'naïve résumé.pdf' }),
      )
      const response = await fetch(signedUrl)
      assert.equal(await response.text(), pdf.toString())
      assert.equal(
        response.headers.get('content-disposition'),
        `attachment; filename="na_ve r_sum_.pdf"; filename*=UTF-8''na%C3%AFve%20r%C3%A9sum%C3%A9.pdf`,
      )
    },
  )

  // @covers wire.signed-urls
  calls('createSignedUrls returns a URL or an error for each path', async () => {
    const path = await uploadFile(kim, 'resume')
    const [one, other] = await expectData(documents.createSignedUrls([path, 'nowhere.pdf'], 60))
    assert.ok(one?.signedUrl && other)
    assert.equal(await (await fetch(one.signedUrl)).text(), pdf.toString())
    assert.deepEqual([other.path, other.signedUrl], ['nowhere.pdf', null])
    assert.match(other.error ?? '', /does not exist/)
  })
})

// lists.test.ts calls these two methods.
called.add('list').add('listV2')

suite('changing', () => {
  calls('move renames a file', async () => {
    const [from, to] = [await uploadFile(kim, 'resume'), resume()]
    await expectData(documents.move(from, to))
    assert.equal(await textAt(to), pdf.toString())
    await expectStorageError(documents.info(from), 404)
  })

  // @covers wire.copy
  calls('copy makes a second file with separate bytes', async () => {
    const certification = () => pathOf(kim, 'certification', 'pdf')
    const [from, to] = [await uploadFile(kim, 'certification'), certification()]
    assert.deepEqual(await expectData(documents.copy(from, to)), { path: `documents/${to}` })
    await expectData(documents.remove([from]))
    assert.equal(await textAt(to), pdf.toString())
    await expectStorageError(documents.copy(from, certification()), 404)
  })

  // @covers 7.storage.remove
  calls('remove deletes the named files, and returns their rows', async () => {
    const [one, other] = [await uploadFile(kim, 'resume'), await uploadFile(kim, 'certification')]
    const removed = await expectData(documents.remove([one, other, resume()]))
    assert.deepEqual(removed.map(({ name }) => name).toSorted(), [one, other].toSorted())
    await expectStorageError(documents.download(one), 404)
  })
})

suite('buckets', () => {
  const { storage } = server

  calls('createBucket by name alone, getBucket, listBuckets', async () => {
    const id = `bucket-${crypto.randomUUID()}`
    assert.deepEqual(await expectData(storage.createBucket(id)), { name: id })
    const bucket = await expectData(storage.getBucket(id))
    assert.deepEqual([bucket.public, bucket.file_size_limit], [false, null])
    const object = await expectData(
      storage.listBuckets({ search: id, limit: 5, sortColumn: 'created_at' }),
    )
    assert.deepEqual(
      object.map((one) => one.id),
      [id],
    )
    await expectStorageError(storage.createBucket(id), 409)
    await expectStorageError(storage.getBucket(`${id}-other`), 404)
    await expectData(storage.deleteBucket(id))
  })
  called.add('getBucket').add('listBuckets')

  calls('updateBucket sets its limits, which then hold', async () => {
    const id = `bucket-${crypto.randomUUID()}`
    const limits = { fileSizeLimit: '1KB', allowedMimeTypes: ['text/*'] }
    await expectData(storage.createBucket(id, { public: false, ...limits }))
    const bucket = storage.from(id)
    await expectStorageError(bucket.upload('a.txt', 'x'.repeat(1001)), 413)
    await expectStorageError(bucket.upload('a.pdf', pdf, asPdf), 415)
    await expectData(bucket.upload('a/b c.txt', 'x'.repeat(1000)))
    await expectData(
      storage.updateBucket(id, { public: true, fileSizeLimit: null, allowedMimeTypes: null }),
    )
    await expectData(bucket.upload('a.txt', 'x'.repeat(1001)))
    await expectData(bucket.upload('a.pdf', pdf, asPdf))
    const { publicUrl } = bucket.getPublicUrl('a/b c.txt').data
    assert.equal((await fetch(publicUrl)).status, 200)
    await expectStorageError(storage.deleteBucket(id), 409)
    await expectData(storage.emptyBucket(id))
    assert.deepEqual(await namesIn(server, id, ''), [])
    await expectData(storage.deleteBucket(id))
  })
  called.add('emptyBucket').add('deleteBucket')
})

suite('unsupported features are refused by name', () => {
  const { storage } = server
  const refusals: [
    string,
    () => PromiseLike<{ data: unknown; error: null | { message: string } }>,
  ][] = [
    ['purgeCache', () => documents.purgeCache('a.pdf')],
    ['purgeBucketCache', () => storage.purgeBucketCache('documents')],
    ['getBucketLifecycle', () => storage.getBucketLifecycle('documents')],
    ['updateBucketLifecycle', () => storage.updateBucketLifecycle('documents', { rules: [] })],
    ['deleteBucketLifecycle', () => storage.deleteBucketLifecycle('documents')],
    ['download of a version', () => documents.download('a.pdf', { versionId: '1' })],
    ['vectors', () => storage.vectors.createBucket('v')],
    ['analytics', () => storage.analytics.listBuckets()],
  ]
  for (const [name, call] of refusals) {
    calls(name, async () => {
      const { error } = await call()
      assert.match(error?.message ?? '', /not supported here/)
    })
  }
})

after(() => {
  const own = new Set([
    'constructor',
    'fetch',
    'from',
    'throwOnError',
    'setHeader',
    'handleOperation',
    'toBase64',
  ])
  const offered = [...methodsOf(documents), ...methodsOf(server.storage)]
  const inside =
    /^_|^(?:uploadOrUpdate|prepareUploadFormData|encodeMetadata|applyTransform|bucketLifecycleUrl|listBucketOptions)/
  const missing = offered.filter(
    (name) => !own.has(name) && !inside.test(name) && !called.has(name),
  )
  assert.deepEqual(missing, [], 'Calls that no test makes.')
})
