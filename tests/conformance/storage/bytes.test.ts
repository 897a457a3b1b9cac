// Checks the headers and bytes of downloads over plain HTTP.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sendRequest, serviceHeaders } from '../support/http-request.ts'
import { server } from '../support/clients.ts'
import {
  actorHeaders,
  expectData,
  pathOf,
  pdf,
  png,
  photo,
  expectRefusal,
  sendUpload,
  uploadFile,
} from '../support/files.ts'
import { createActor } from '../support/market.ts'

const kim = await createActor('consultant')
const path = await uploadFile(kim, 'certification')
const url = `/storage/v1/object/authenticated/documents/${path}`

const get = (headers: Record<string, string> = {}, method = 'GET', filePath = url) =>
  sendRequest(filePath, { method, headers: { ...actorHeaders(kim), ...headers } })

suite('a part of a file', () => {
  const size = pdf.length
  for (const [range, from, to] of [
    ['bytes=0-3', 0, 3],
    ['bytes=5-', 5, size - 1],
    ['bytes=-4', size - 4, size - 1],
    ['bytes=2-99999', 2, size - 1],
    ['bytes=-99999', 0, size - 1],
  ] as const) {
    test(range, async () => {
      const { status, headers, text } = await get({ range })
      assert.deepEqual([status, headers['content-range']], [206, `bytes ${from}-${to}/${size}`])
      assert.equal(headers['content-length'], String(to - from + 1))
      assert.equal(text, pdf.subarray(from, to + 1).toString())
    })
  }

  for (const range of [`bytes=${size}-`, 'bytes=9-2', 'bytes=-0']) {
    test(`${range} is refused`, async () => {
      const reply = await get({ range })
      expectRefusal(reply, 416, 'invalid_range')
      assert.equal(reply.headers['content-range'], `bytes */${size}`)
    })
  }

  for (const range of ['bytes=0-1,3-4', 'lines=1-2', 'bytes=a-b', 'bytes=-']) {
    test(`${range} returns the whole file`, async () => {
      const { status, text } = await get({ range })
      assert.deepEqual([status, text], [200, pdf.toString()])
    })
  }

  test('is only sent of the expected version', async () => {
    const { etag = '' } = (await get()).headers
    assert.equal((await get({ range: 'bytes=0-3', 'if-range': etag })).status, 206)
    assert.equal((await get({ range: 'bytes=0-3', 'if-range': '"other"' })).status, 200)
  })
})

suite('a file that the client has', () => {
  test('is not sent again', async () => {
    const { etag = '', 'last-modified': changed = '' } = (await get()).headers
    for (const headers of [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': changed },
    ]) {
      const { status, text, headers: received } = await get(headers)
      assert.deepEqual([status, text, received.etag], [304, '', etag])
    }
    assert.equal(
      (await get({ 'if-none-match': '"other"', 'if-modified-since': changed })).status,
      200,
    )
  })

  test('is not confirmed to strangers either', async () => {
    const { etag = '' } = (await get()).headers
    const stranger = await createActor('contractor')
    const headers = { ...actorHeaders(stranger), 'if-none-match': etag }
    expectRefusal(await sendRequest(url, { headers }), 404, 'not_found')
  })
})

suite('the headers of a response', () => {
  test('are the same for HEAD and GET', async () => {
    const [whole, head] = [await get(), await get({}, 'HEAD')]
    assert.deepEqual([head.status, head.text], [200, ''])
    for (const name of [
      'content-length',
      'content-type',
      'etag',
      'cache-control',
      'last-modified',
    ]) {
      assert.equal(head.headers[name], whole.headers[name], name)
    }
    assert.equal((await get({ range: 'bytes=0-3' }, 'HEAD')).status, 206)
    assert.equal((await get({}, 'HEAD', `${url}x`)).status, 400)
  })

  test('allow caches to store only public files', async () => {
    const cacheControl = 'public, max-age=31536000'
    const cacheHeaders = { 'cache-control': cacheControl }
    const filePath = pathOf(kim, 'resume', 'pdf')
    const upload = { type: 'application/pdf', headers: cacheHeaders }
    assert.equal((await sendUpload(kim, `documents/${filePath}`, upload)).status, 200)
    const own = kim.client.storage.from('documents')
    const { signedUrl } = await expectData(own.createSignedUrl(filePath, 60))
    const { pathname, search } = new URL(signedUrl)
    for (const address of [`/storage/v1/object/documents/${filePath}`, `${pathname}${search}`]) {
      const { headers } = await get({}, 'GET', address)
      const notModified = await get({ 'if-none-match': headers.etag ?? '' }, 'GET', address)
      assert.equal(notModified.status, 304)
      for (const received of [headers, notModified.headers]) {
        assert.deepEqual(
          [received['cache-control'], received.vary],
          ['private, no-cache', 'Authorization, apikey'],
        )
      }
    }
    const picturePath = pathOf(kim, 'picture', 'png')
    const picture = { type: 'image/png', body: await png(), headers: cacheHeaders }
    assert.equal((await sendUpload(kim, `user-files/${picturePath}`, picture)).status, 200)
    const { headers } = await sendRequest(`/storage/v1/object/public/user-files/${picturePath}`)
    assert.deepEqual([headers['cache-control'], headers.vary], [cacheControl, undefined])
  })

  test('prevent a file from acting as a page, and let other origins read it', async () => {
    const { headers } = await get({ origin: 'https://elsewhere.example' })
    assert.match(String(headers['content-security-policy']), /default-src 'none'.*; sandbox$/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['access-control-allow-origin'], '*')
    for (const name of ['ETag', 'Content-Range', 'Content-Disposition', 'Accept-Ranges']) {
      assert.ok(String(headers['access-control-expose-headers']).includes(name))
    }
    assert.equal(headers['accept-ranges'], 'bytes')
  })

  test('show pictures and PDF files inline, and download all others', async () => {
    const id = `bucket-${crypto.randomUUID()}`
    await expectData(server.storage.createBucket(id))
    const own = server.storage.from(id)
    const page = '<!doctype html><script>alert(1)</script>'
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for (const [name, type, body, picturePath] of [
      ['a.html', 'text/html', page, 'attachment'],
      ['a.svg', 'image/svg+xml', drawing, 'attachment'],
      ['b.svg', 'image/svg+xml', `<?xml version="1.0"?>${drawing}`, 'attachment'],
      ['a.xhtml', 'application/xhtml+xml', `<?xml version="1.0"?>${page}`, 'attachment'],
      ['a.js', 'text/javascript', 'alert(1)', 'attachment'],
      ['a.png', 'image/png', await png(), 'inline'],
      ['a.jpg', 'image/jpeg', await photo(), 'inline'],
      ['a.pdf', 'application/pdf', pdf, 'inline'],
    ] as const) {
      await expectData(own.upload(name, body, { contentType: type }))
      const filePath = `/storage/v1/object/authenticated/${id}/${name}`
      const { headers } = await sendRequest(filePath, { headers: serviceHeaders })
      assert.ok(String(headers['content-disposition']).startsWith(picturePath), name)
      assert.equal(headers['content-type'], type)
    }
  })

  test('of a download have a safely quoted name', async () => {
    const name = encodeURIComponent('a"; x=\r\nset-cookie: y\u{1f600}\\.pdf')
    const { headers } = await get({}, 'GET', `${url}?download=${name}`)
    assert.equal(headers['set-cookie'], undefined)
    assert.match(
      String(headers['content-disposition']),
      /^attachment; filename="[^"\\;\r\n]*"; filename\*=UTF-8''[\w%.-]+$/,
    )
    const plain = await get({}, 'GET', `${url}?download`)
    // The header Content-Disposition names no file here, so the browser takes the file name from the URL.
    assert.equal(plain.headers['content-disposition'], 'attachment;')
  })
})

suite('a stored file', () => {
  test('of a picture reveals neither camera nor place', async () => {
    const original = await photo()
    assert.match(original.toString('latin1'), /Camera & Sons/)
    for (const [kind, bucket, side] of [
      ['picture', 'user-files', 1024],
      ['job-photo', 'documents', 2048],
    ] as const) {
      const large = await photo(3000, 1500)
      const filePath = await uploadFile(kim, kind, 'jpg', large)
      const blob = await expectData(kim.client.storage.from(bucket).download(filePath))
      const bytes = Buffer.from(await blob.arrayBuffer())
      const { default: sharp } = await import('sharp')
      const { width, height, exif } = await sharp(bytes).metadata()
      assert.deepEqual([width, height, exif], [side, side / 2, undefined])
      assert.doesNotMatch(bytes.toString('latin1'), /Camera|Somebody|GPS/)
    }
  })

  test('of a document has exactly the bytes that were sent', async () => {
    const image = await photo()
    const filePath = await uploadFile(kim, 'certification', 'jpg', image)
    const blob = await expectData(kim.client.storage.from('documents').download(filePath))
    assert.ok(Buffer.from(await blob.arrayBuffer()).equals(image))
  })
})
