// Requests that make no sense are refused in words.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ask } from '../support/ask.ts'
import { asActor, declined, done, pathOf, pdf, refusedWith, send } from '../support/files.ts'
import { actor } from '../support/market.ts'

const kim = await actor('consultant')

suite('a request that makes no sense', () => {
  const place = () => `documents/${pathOf(kim, 'resume', 'pdf')}`
  const form = (parts: string) => ({ type: 'multipart/form-data; boundary=x', body: parts })
  const part = (name: string, value: string, more = '') =>
    `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const file = '; filename="a.pdf"\r\ncontent-type: application/pdf'
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
      const reply = await send(kim, place(), sent())
      assert.equal(reply.status, 400, reply.text)
      refusedWith(
        reply,
        400,
        reply.text.includes('NotSupported') ? 'NotSupported' : 'InvalidRequest',
      )
    })
  }

  test('bodies that are no JSON, lists without sense, addresses without a call', async () => {
    const headers = { ...asActor(kim), 'content-type': 'application/json' }
    const post = (path: string, body: string) =>
      ask(`/storage/v1/${path}`, { method: 'POST', headers, body })
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
      refusedWith(await ask(`/storage/v1/${path}`, { headers }), 404, 'not_found')
    }
  })

  test('buckets that are not there', async () => {
    const own = kim.client.storage.from('nowhere')
    await declined(
      own.upload(pathOf(kim, 'resume', 'pdf'), pdf, { contentType: 'application/pdf' }),
      404,
    )
    await declined(own.download('a.pdf'), 404)
    assert.deepEqual(await done(own.list('')), [])
  })
})
