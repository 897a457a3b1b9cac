// Checks that the storage API refuses malformed requests with a message.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sendRequest } from '../support/http-request.ts'
import {
  actorHeaders,
  expectStorageError,
  expectData,
  pathOf,
  pdf,
  expectRefusal,
  sendUpload,
} from '../support/files.ts'
import { createActor } from '../support/market.ts'

const kim = await createActor('consultant')

suite('a malformed request', () => {
  const newPath = () => `documents/${pathOf(kim, 'resume', 'pdf')}`
  const form = (parts: string) => ({ type: 'multipart/form-data; boundary=x', body: parts })
  const part = (name: string, value: string, more = '') =>
    `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const file = '; filename="a.pdf"\r\ncontent-type: application/pdf'
  const metadata = (value: object) => ({
    'x-metadata': Buffer.from(JSON.stringify(value)).toString('base64'),
  })
  const broken: [string, () => { type: string; body: string; headers?: Record<string, string> }][] =
    [
      ['a form without an end', () => form(part('file', String(pdf), file))],
      ['a form without a boundary', () => ({ type: 'multipart/form-data', body: 'x' })],
      ['a form without a file', () => form(`${part('a', 'b')}--x--\r\n`)],
      [
        'a form with two files',
        () => form(`${part('a', String(pdf), file)}${part('b', String(pdf), file)}--x--\r\n`),
      ],
      ['an empty form', () => form('')],
      [
        'metadata that is no JSON',
        () => form(`${part('metadata', '{')}${part('f', String(pdf), file)}--x--\r\n`),
      ],
      [
        'metadata that is a list',
        () => ({ type: 'application/pdf', body: String(pdf), headers: { 'x-metadata': 'W10=' } }),
      ],
      [
        'metadata of 9 KB',
        () => ({
          type: 'application/pdf',
          body: String(pdf),
          headers: metadata({ a: 'x'.repeat(9000) }),
        }),
      ],
      [
        'metadata with half a character',
        () => ({
          type: 'application/pdf',
          body: String(pdf),
          headers: metadata({ a: ['\ud83d'] }),
        }),
      ],
      [
        'metadata with a zero in a name',
        () => ({ type: 'application/pdf', body: String(pdf), headers: metadata({ 'a\u0000': 1 }) }),
      ],
      [
        'a form with more fields than are read',
        () =>
          form(
            `${Array.from({ length: 11 }, (_, n) => part(`f${n}`, 'x')).join('')}${part('f', String(pdf), file)}--x--\r\n`,
          ),
      ],
      [
        'a form with a field that is too long',
        () => form(`${part('note', ' '.repeat(17_000))}${part('f', String(pdf), file)}--x--\r\n`),
      ],
      [
        'an encoding',
        () => ({
          type: 'application/pdf',
          body: String(pdf),
          headers: { 'content-encoding': 'gzip' },
        }),
      ],
      [
        'a cache control of its own making',
        () => ({
          type: 'application/pdf',
          body: String(pdf),
          headers: { 'cache-control': 'x'.repeat(200) },
        }),
      ],
    ]
  for (const [what, sent] of broken) {
    test(`${what} is refused`, async () => {
      const reply = await sendUpload(kim, newPath(), sent())
      assert.equal(reply.status, 400, reply.text)
      expectRefusal(
        reply,
        400,
        reply.text.includes('NotSupported') ? 'NotSupported' : 'InvalidRequest',
      )
    })
  }

  test('is refused with the broken rule', async () => {
    const cases: [object, RegExp][] = [
      [{ a: 'x'.repeat(9000) }, /8192 bytes/],
      [[], /JSON object/],
      [{ a: '\u0000' }, /character/],
    ]
    for (const [value, message] of cases) {
      const sent = { type: 'application/pdf', headers: metadata(value) }
      assert.match(
        expectRefusal(await sendUpload(kim, newPath(), sent), 400, 'InvalidRequest'),
        message,
      )
    }
    const fields = Array.from({ length: 11 }, (_, n) => part(`f${n}`, 'x')).join('')
    const many = form(`${fields}${part('f', String(pdf), file)}--x--\r\n`)
    assert.match(
      expectRefusal(await sendUpload(kim, newPath(), many), 400, 'InvalidRequest'),
      /10 fields/,
    )
  })

  test('metadata may have any valid character in every encoding', async () => {
    const name = pathOf(kim, 'resume', 'pdf')
    const metadataText = '{"a":"\\ud83d\\ude00","b":"' + 'x'.repeat(5000) + '"}'
    const headers = { 'x-metadata': Buffer.from(metadataText).toString('base64') }
    const sent = { type: 'application/pdf', headers }
    assert.equal((await sendUpload(kim, `documents/${name}`, sent)).status, 200)
    const { metadata: storedMetadata } = await expectData(
      kim.client.storage.from('documents').info(name),
    )
    assert.equal(storedMetadata?.['a'], '\u{1f600}')
  })

  test('a copy reports its metadata as an upload does', async () => {
    const from = pathOf(kim, 'resume', 'pdf')
    assert.equal(
      (await sendUpload(kim, `documents/${from}`, { type: 'application/pdf' })).status,
      200,
    )
    const copy = (value: object) => {
      const destinationKey = pathOf(kim, 'resume', 'pdf')
      const body = { bucketId: 'documents', sourceKey: from, destinationKey, metadata: value }
      const headers = { ...actorHeaders(kim), 'content-type': 'application/json' }
      return sendRequest('/storage/v1/object/copy', {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
    }
    expectRefusal(await copy({ cacheControl: 'a\r\nset-cookie: b' }), 400, 'InvalidRequest')
    expectRefusal(await copy({ cacheControl: 'ä' }), 400, 'InvalidRequest')
    expectRefusal(await copy({ mimetype: 'a; b' }), 415, 'invalid_mime_type')
    assert.equal((await copy({ mimetype: 'Application/PDF; x=1' })).status, 200)
  })

  test('invalid JSON, invalid lists and unknown paths are refused', async () => {
    const headers = { ...actorHeaders(kim), 'content-type': 'application/json' }
    const post = (path: string, body: string) =>
      sendRequest(`/storage/v1/${path}`, { method: 'POST', headers, body })
    for (const [path, body] of [
      ['object/list/documents', '{'],
      ['object/list/documents', '[]'],
      ['object/list/documents', '{"limit":-1}'],
      ['object/list/documents', '{"limit":1e99}'],
      ['object/list/documents', '{"sortBy":{"column":"owner; drop"}}'],
      ['object/list/documents', '{"prefix":"\\u0000"}'],
      ['object/list/documents', '{"deleteMarkers":"include"}'],
      ['object/list-v2/documents', '{"cursor":"e30"}'],
      ['object/list-v2/documents', '{"sortBy":{"order":"up"}}'],
      ['object/sign/documents', '{"expiresIn":60,"paths":"all"}'],
      ['object/sign/documents/a.pdf', '{"expiresIn":0}'],
      ['object/sign/documents/a.pdf', '{"expiresIn":"soon"}'],
      ['object/move', '{"bucketId":"documents"}'],
      ['bucket', '{"name":7}'],
      ['bucket', '{"name":"x","file_size_limit":"large"}'],
    ]) {
      const reply = await post(path ?? '', body ?? '')
      assert.equal(reply.status, 400, `${path} ${body} ${reply.text}`)
    }
    for (const path of ['', 'object', 'object/documents', 'nothing', 'bucket/a/b/c']) {
      const { status, text } = await sendRequest(`/storage/v1/${path}`, { headers })
      assert.deepEqual([status, text.includes('nothing at this address')], [404, true], text)
    }
  })

  test('missing buckets are refused', async () => {
    const own = kim.client.storage.from('nowhere')
    await expectStorageError(
      own.upload(pathOf(kim, 'resume', 'pdf'), pdf, { contentType: 'application/pdf' }),
      404,
    )
    await expectStorageError(own.download('a.pdf'), 404)
    assert.deepEqual(await expectData(own.list('')), [])
  })
})
