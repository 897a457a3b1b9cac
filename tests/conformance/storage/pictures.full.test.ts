// Checks resized pictures, which supabase-js requests with the option `transform`.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { sendRequest } from '../support/http-request.ts'
import { query } from '../support/database.ts'
import {
  actorHeaders,
  visitorHeaders,
  decompressionBomb,
  expectStorageError,
  expectData,
  pathOf,
  photo,
  png,
  expectRefusal,
  statusIn,
  uploadFile,
} from '../support/files.ts'
import { createActor } from '../support/market.ts'

const kim = await createActor('consultant')
const fay = await createActor('facility')
const portrait = await uploadFile(kim, 'picture', 'jpg', await photo())
const certificate = await uploadFile(kim, 'certification', 'jpg', await photo())
const resume = await uploadFile(kim, 'resume')
const pictures = kim.client.storage.from('user-files')
const documents = kim.client.storage.from('documents')

const publicPath = `/storage/v1/render/image/public/user-files/${portrait}`
const privatePath = `/storage/v1/render/image/authenticated/documents/${certificate}`

async function sizeOf(blob: Blob) {
  const { format, width, height } = await sharp(Buffer.from(await blob.arrayBuffer())).metadata()
  return [format, width, height]
}

async function fetchPicture(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(address, { headers })
  assert.equal(response.status, 200)
  return response.blob()
}

suite('a resized picture', () => {
  test('has a public address without a token', async () => {
    const transform = { width: 96, height: 96 }
    const { publicUrl } = pictures.getPublicUrl(portrait, { transform }).data
    assert.deepEqual(await sizeOf(await fetchPicture(publicUrl)), ['jpeg', 96, 96])
    const { headers } = await fetch(publicUrl)
    assert.equal(headers.get('content-security-policy')?.includes('sandbox'), true)
    assert.equal(headers.get('content-disposition'), 'inline')
  })

  test('can be downloaded only by users who may see it', async () => {
    const transform = { width: 192 }
    const small = await expectData(documents.download(certificate, { transform }))
    assert.deepEqual(await sizeOf(small), ['jpeg', 192, 144])
    const draft = pathOf(fay, 'job-photo', 'png')
    const sent = fay.client.storage.from('documents')
    await expectData(sent.upload(draft, await png(), { contentType: 'image/png' }))
    const { error } = await documents.download(draft, { transform })
    assert.match(error?.message ?? '', /Object not found/)
    const url = `/storage/v1/render/image/authenticated/documents/${certificate}?width=192`
    expectRefusal(await sendRequest(url, { headers: visitorHeaders }), 403, 'Unauthorized')
    expectRefusal(await sendRequest(url), 404, 'Bucket not found')
    const publicUrl = url.replace('authenticated', 'public')
    expectRefusal(await sendRequest(publicUrl), 404, 'Bucket not found')
  })

  // @covers daily.sizes-listed
  test('has the requested shape, and is never larger than its original', async () => {
    for (const [transform, ...expected] of [
      [{ width: 96, height: 192 }, 96, 192],
      [{ width: 96, height: 192, resize: 'cover' }, 96, 192],
      [{ width: 96, height: 192, resize: 'contain' }, 96, 72],
      [{ width: 96, height: 192, resize: 'fill' }, 96, 192],
      [{ height: 192 }, 256, 192],
      [{ width: 1536 }, 1024, 768],
      [{ quality: 20 }, 1024, 768],
    ] as const) {
      const { publicUrl } = pictures.getPublicUrl(portrait, { transform }).data
      const [, ...size] = await sizeOf(await fetchPicture(publicUrl))
      assert.deepEqual(size, expected, JSON.stringify(transform))
    }
  })

  test('has fewer bytes with lower quality, in steps of ten', async () => {
    const sizeAtQuality = async (quality: number) => {
      const transform = { width: 384, quality }
      const { headers } = await fetch(pictures.getPublicUrl(portrait, { transform }).data.publicUrl)
      return { bytes: Number(headers.get('content-length')), etag: headers.get('etag') }
    }
    const [least, usual, near, most] = await Promise.all([20, 50, 52, 100].map(sizeAtQuality))
    assert.ok((least?.bytes ?? 0) < (most?.bytes ?? 0))
    assert.equal(near?.etag, usual?.etag)
    assert.notEqual(near?.etag, least?.etag)
  })

  test('has a format that the browser accepts, unless the original one is requested', async () => {
    const formatOf = async (accept: string, more = '') => {
      const { headers } = await sendRequest(`${publicPath}?width=96${more}`, {
        headers: { accept },
      })
      return [headers['content-type'], headers.vary]
    }
    const browser = 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8'
    assert.deepEqual(await formatOf(browser), ['image/webp', 'Accept'])
    assert.deepEqual(await formatOf('image/avif'), ['image/avif', 'Accept'])
    assert.deepEqual(await formatOf('image/webp;q=0, */*'), ['image/jpeg', 'Accept'])
    assert.deepEqual(await formatOf('*/*'), ['image/jpeg', 'Accept'])
    assert.deepEqual(await formatOf(browser, '&format=origin'), ['image/jpeg', undefined])
    assert.deepEqual(await formatOf('*/*', '&format=avif'), ['image/avif', undefined])
  })

  test('has its own ETag, and the cache time of its file', async () => {
    const head = await sendRequest(`${privatePath}?width=96`, {
      method: 'HEAD',
      headers: actorHeaders(kim),
    })
    const { etag = '', vary } = head.headers
    assert.equal(head.headers['cache-control'], 'private, no-cache')
    assert.equal(vary, 'Authorization, apikey, Accept')
    const again = (more: string) =>
      sendRequest(`${privatePath}?width=${more}`, {
        headers: { ...actorHeaders(kim), 'if-none-match': etag },
      })
    assert.equal((await again('96')).status, 304)
    assert.equal((await again('192')).status, 200)
    const part = await sendRequest(`${privatePath}?width=96`, {
      headers: { ...actorHeaders(kim), range: 'bytes=0-9' },
    })
    const size = head.headers['content-length']
    assert.deepEqual([part.status, part.headers['content-range']], [206, `bytes 0-9/${size}`])
  })

  test('shows the current file', async () => {
    const path = await uploadFile(kim, 'picture', 'png', await png(400, 200))
    const transform = { width: 96 }
    const { publicUrl } = pictures.getPublicUrl(path, { transform }).data
    assert.deepEqual(await sizeOf(await fetchPicture(publicUrl)), ['png', 96, 48])
    await expectData(pictures.update(path, await png(400, 400), { contentType: 'image/png' }))
    assert.deepEqual(await sizeOf(await fetchPicture(publicUrl)), ['png', 96, 96])
    await expectData(pictures.remove([path]))
    const { pathname, search } = new URL(publicUrl)
    expectRefusal(await sendRequest(pathname + search), 404, 'not_found')
  })
})

suite('a link to a resized picture', () => {
  const openLink = (link: string, change = (text: string) => text) => {
    const { pathname, search } = new URL(link)
    return sendRequest(change(pathname + search))
  }

  test('opens only this size, and not the original', async () => {
    const transform = { width: 96, height: 96, resize: 'contain' } as const
    const { signedUrl } = await expectData(
      documents.createSignedUrl(certificate, 60, { transform }),
    )
    assert.deepEqual(await sizeOf(await fetchPicture(signedUrl)), ['jpeg', 96, 72])
    assert.deepEqual(await sizeOf(await fetchPicture(`${signedUrl}&width=1536`)), ['jpeg', 96, 72])
    const originalReply = await openLink(signedUrl, (at) =>
      at.replace('render/image/sign', 'object/sign'),
    )
    expectRefusal(originalReply, 400, 'InvalidSignature')
  })

  test('to the original opens all sizes', async () => {
    const [link] = await expectData(documents.createSignedUrls([certificate], 60))
    const small = link?.signedUrl?.replace('/object/', '/render/image/') ?? ''
    assert.deepEqual(await sizeOf(await fetchPicture(`${small}&width=192`)), ['jpeg', 192, 144])
    expectRefusal(await openLink(`${small}&width=193`), 400, 'InvalidRequest')
  })

  test('is refused if it is forged or for another file', async () => {
    const transform = { width: 96 }
    const { signedUrl } = await expectData(
      documents.createSignedUrl(certificate, 60, { transform }),
    )
    const forge = (token: string) => (at: string) => at.replace(/token=.*$/u, `token=${token}`)
    const token = new URL(signedUrl).searchParams.get('token') ?? ''
    const [head, , signature] = token.split('.')
    const content = { url: `documents/${certificate}`, transform: { width: 1536 } }
    const changed = Buffer.from(JSON.stringify(content)).toString('base64url')
    for (const bad of [`${head}.${changed}.${signature}`, token.slice(0, -3), 'a.b.c', '']) {
      expectRefusal(await openLink(signedUrl, forge(bad)), 400, 'InvalidSignature')
    }
    const other = await openLink(signedUrl, (at) => at.replace(certificate, resume))
    expectRefusal(other, 400, 'InvalidSignature')
    const none = await openLink(signedUrl, (at) => at.replace(/\?.*$/u, ''))
    expectRefusal(none, 400, 'InvalidRequest')
  })

  test('opens only pictures that its creator may still see, and expires', async () => {
    const transform = { width: 96 }
    const hiddenConsultant = await createActor('consultant')
    const path = await uploadFile(hiddenConsultant, 'certification', 'png', await png())
    const ownDocuments = fay.client.storage.from('documents')
    const { signedUrl } = await expectData(ownDocuments.createSignedUrl(path, 60, { transform }))
    assert.equal((await openLink(signedUrl)).status, 200)
    await query('update public.profiles set is_hidden = true where id = $1', [hiddenConsultant.id])
    assert.equal(statusIn(await openLink(signedUrl)), 404)
    const { signedUrl: short } = await expectData(
      documents.createSignedUrl(certificate, 1, { transform }),
    )
    const ended = Date.now() + 30_000
    let reply = await openLink(short)
    while (reply.status === 200 && Date.now() < ended) reply = await openLink(short)
    expectRefusal(reply, 400, 'InvalidJWT')
  })
})

suite('a size', () => {
  const refusals: [query: string, message: RegExp][] = [
    ['width=0', /^width: Use one of 48, 96, 192, 384, 768, 1536\.$/],
    ['width=99999', /^width: Use one of/],
    ['width=-96', /^width: Use one of/],
    ['width=96.5', /^width: Use one of/],
    ['width=NaN', /^width: Use one of/],
    ['width=', /^width: Use one of/],
    ['width=96&width=192', /^width: Use one of/],
    ['height=97', /^height: Use one of/],
    ['width=96&resize=zq', /^resize: Use one of cover, contain, fill\.$/],
    ['width=96&quality=19', /^quality: Use a number from 20 to 100\.$/],
    ['width=96&quality=101', /^quality: Use a number/],
    ['width=96&quality=x', /^quality: Use a number/],
    ['width=96&format=tiff', /^format: Use one of origin, avif\.$/],
  ]
  for (const [parameters, message] of refusals) {
    // @covers daily.sizes-listed
    test(`${parameters} is refused`, async () => {
      assert.match(
        expectRefusal(await sendRequest(`${publicPath}?${parameters}`), 400, 'InvalidRequest'),
        message,
      )
    })
  }

  test('is not signed either if it is refused', async () => {
    const link = documents.createSignedUrl(certificate, 60, { transform: { width: 97 } })
    assert.match(await expectStorageError(link, 400), /^width: Use one of/)
  })

  // @covers daily.sizes-of-pictures
  test('is only allowed for pictures', async () => {
    const url = '/storage/v1/render/image/authenticated/documents'
    const headers = actorHeaders(kim)
    const pdfReply = await sendRequest(`${url}/${resume}?width=96`, { headers })
    assert.match(expectRefusal(pdfReply, 400, 'InvalidRequest'), /this file is application\/pdf/)
    const missing = `${url}/${pathOf(kim, 'certification', 'png')}?width=96`
    expectRefusal(await sendRequest(missing, { headers }), 404, 'not_found')
    assert.equal((await sendRequest('/storage/v1/render/image/a', { headers })).status, 404)
  })

  test('is refused for a picture that takes too much memory, without effect on others', async () => {
    const bomb = decompressionBomb(6000, { depth: 16, color: 6, interlace: 1 })
    const path = await uploadFile(kim, 'certification', 'png', bomb)
    const url = `/storage/v1/render/image/authenticated/documents/${path}?width=96`
    expectRefusal(await sendRequest(url, { headers: actorHeaders(kim) }), 413, 'Payload too large')
    assert.equal((await sendRequest(`${publicPath}?width=48`)).status, 200)
  })
})
