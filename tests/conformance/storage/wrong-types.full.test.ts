// Checks that files with a wrong type or size are refused and not stored.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { server } from '../support/clients.ts'
import { query } from '../support/database.ts'
import {
  decompressionBomb,
  expectStorageError,
  expectData,
  namesIn,
  pathOf,
  pdf,
  photo,
  png,
  expectRefusal,
  sendUpload,
  uploadFile,
} from '../support/files.ts'
import { createActor } from '../support/market.ts'

const kim = await createActor('consultant')
const image = await png()
const documents = kim.client.storage.from('documents')

suite('a file with a wrong type', () => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  const mismatches: [what: string, kind: string, extension: string, type: string, bytes: Buffer][] =
    [
      ['HTML as PNG', 'picture', 'png', 'image/png', page],
      ['HTML as HTML', 'picture', 'html', 'text/html', page],
      ['HTML as PDF', 'resume', 'pdf', 'application/pdf', page],
      ['SVG as SVG', 'picture', 'svg', 'image/svg+xml', drawing],
      ['SVG as PNG', 'picture', 'png', 'image/png', drawing],
      [
        'SVG with a prolog as JPEG',
        'job-photo',
        'jpg',
        'image/jpeg',
        Buffer.concat([Buffer.from('<?xml version="1.0"?>'), drawing]),
      ],
      [
        'a program as PDF',
        'certification',
        'pdf',
        'application/pdf',
        Buffer.from('MZ\u0090\u0000\u0003'),
      ],
      ['PNG as JPEG', 'picture', 'jpg', 'image/jpeg', image],
      ['PDF as PNG', 'certification', 'png', 'image/png', pdf],
      [
        'a GIF that is a script',
        'picture',
        'gif',
        'image/gif',
        Buffer.from('GIF89a/*\u0000*/=1;alert(1)//'),
      ],
      [
        'a page behind the signature of a PNG',
        'picture',
        'png',
        'image/png',
        Buffer.concat([image.subarray(0, 33), page]),
      ],
      [
        'a page behind the signature of a JPEG',
        'certification',
        'jpg',
        'image/jpeg',
        Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), page]),
      ],
      ['half a picture', 'job-photo', 'png', 'image/png', image.subarray(0, 40)],
      ['nothing', 'resume', 'pdf', 'application/pdf', Buffer.alloc(0)],
      ['text as a picture', 'picture', 'webp', 'image/webp', Buffer.from('hello')],
    ]
  for (const [what, kind, extension, type, bytes] of mismatches) {
    // @covers daily.photo-bytes 5.picture.images-only
    test(`${what} is refused`, async () => {
      const path = pathOf(kim, kind, extension)
      const bucket = kind === 'picture' ? 'user-files' : 'documents'
      const raw = await sendUpload(kim, `${bucket}/${path}`, { type, body: bytes })
      expectRefusal(raw, 415, 'invalid_mime_type')
      const form = new Blob([new Uint8Array(bytes)], { type })
      await expectStorageError(kim.client.storage.from(bucket).upload(path, form), 415)
      await expectStorageError(kim.client.storage.from(bucket).info(path), 404)
    })
  }

  test('a picture with HTML at its end becomes a plain picture', async () => {
    const photoAndPage = Buffer.concat([await photo(40, 40), page])
    const path = await uploadFile(kim, 'picture', 'jpg', photoAndPage)
    const blob = await expectData(kim.client.storage.from('user-files').download(path))
    assert.doesNotMatch(await blob.text(), /script/)
  })

  test('a file without a type is identified by its bytes', async () => {
    const path = pathOf(kim, 'resume', 'pdf')
    await expectData(documents.upload(path, pdf, { contentType: 'application/octet-stream' }))
    assert.equal((await expectData(documents.info(path))).contentType, 'application/pdf')
  })

  for (const kind of ['picture', 'job-photo', 'certification']) {
    test(`a decompression bomb as ${kind} is refused`, async () => {
      const uploadPath = `${kind === 'picture' ? 'user-files' : 'documents'}/${pathOf(kim, kind, 'png')}`
      for (const side of [8000, 100_000]) {
        const reply = await sendUpload(kim, uploadPath, {
          type: 'image/png',
          body: decompressionBomb(side),
        })
        expectRefusal(reply, 413, 'Payload too large')
      }
    })
  }
})

test('a picture with too many pixels is refused before it is decoded', async () => {
  const uploadPath = () => `user-files/${pathOf(kim, 'picture', 'png')}`
  const [deep, interlaced] = [
    { depth: 16, color: 6, interlace: 1 },
    { depth: 8, color: 6, interlace: 1 },
  ]
  for (const [side, kind] of [
    [7070, deep],
    [7070, interlaced],
    [4400, deep],
  ] as const) {
    const sent = { type: 'image/png', body: decompressionBomb(side, kind) }
    assert.match(
      expectRefusal(await sendUpload(kim, uploadPath(), sent), 413, 'Payload too large'),
      /memory/,
    )
  }
  const large = { create: { width: 7000, height: 7000, channels: 3, background: 'red' } } as const
  const progressive = await sharp(large).jpeg({ progressive: true }).toBuffer()
  const one = await sendUpload(kim, uploadPath().replace('png', 'jpg'), {
    type: 'image/jpeg',
    body: progressive,
  })
  expectRefusal(one, 413, 'Payload too large')
  const baseline = await sharp(large).jpeg().toBuffer()
  const other = await sendUpload(kim, uploadPath().replace('png', 'jpg'), {
    type: 'image/jpeg',
    body: baseline,
  })
  assert.equal(other.status, 200)
})

suite('a file that is too large', () => {
  const asPng = { extension: 'png', type: 'image/png', start: image }
  const asPdf = { extension: 'pdf', type: 'application/pdf', start: pdf }
  for (const [kind, limitMb, { extension, type, start }] of [
    ['picture', 10, asPng],
    ['job-photo', 10, asPng],
    ['resume', 20, asPdf],
    ['certification', 20, asPng],
  ] as const) {
    test(`over ${limitMb} MB as ${kind} is refused, whatever size it declares`, async () => {
      const uploadPath = `${kind === 'picture' ? 'user-files' : 'documents'}/${pathOf(kim, kind, extension)}`
      const body = Buffer.concat([start, Buffer.alloc(limitMb * 1024 * 1024)])
      expectRefusal(await sendUpload(kim, uploadPath, { type, body }), 413, 'Payload too large')
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new Uint8Array(body))
          controller.close()
        },
      })
      const [bucket = '', ...path] = uploadPath.split('/')
      const own = kim.client.storage.from(bucket)
      await expectStorageError(own.upload(path.join('/'), stream, { contentType: type }), 413)
      await expectStorageError(
        own.upload(path.join('/'), new Blob([new Uint8Array(body)], { type })),
        413,
      )
    })
  }
})

test('a file is moved and copied only to places where it is allowed', async () => {
  const path = await uploadFile(kim, 'certification', 'png', image)
  const uploadPath = pathOf(kim, 'job-photo', 'png')
  // A move could publish the location in the picture's metadata. The server re-encodes a copy.
  await expectStorageError(documents.move(path, uploadPath), 400)
  await expectData(documents.copy(path, uploadPath))
  const id = `bucket-${crypto.randomUUID()}`
  await expectData(
    server.storage.createBucket(id, { public: false, allowedMimeTypes: ['text/plain'] }),
  )
  const destination = { destinationBucket: id }
  const all = server.storage.from('documents')
  await expectStorageError(all.move(path, 'a.png', destination), 415)
  await expectStorageError(all.copy(path, 'a.png', destination), 415)
  await expectData(
    server.storage.updateBucket(id, { public: false, allowedMimeTypes: ['image/*'] }),
  )
  await expectData(all.copy(path, 'a.png', destination))
  await expectData(server.storage.updateBucket(id, { public: false, fileSizeLimit: 10 }))
  await expectStorageError(all.move(path, 'b.png', destination), 413)
})

test('no refused file left a row with wrong metadata', async () => {
  const types = new Set(['application/pdf', 'image/png', 'image/jpeg'])
  const rows = await query(
    "select metadata ->> 'mimetype' as type from storage.objects where owner_id = $1",
    [kim.id],
  )
  for (const row of rows) assert.ok(types.has(String(Reflect.get(Object(row), 'type'))))
  const names = await namesIn(kim.client, 'documents', kim.id)
  assert.ok(
    names.every((name) => /^[\w-]+\/(?:resume|certification|job-photo)\/[\w-]+\.\w+$/.test(name)),
  )
})
