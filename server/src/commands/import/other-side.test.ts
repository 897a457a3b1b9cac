// What the import says to the other side, and to nobody else.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer } from 'node:net'
import { after, suite, test } from 'node:test'
import { readConfig } from '../../config/config.ts'
import { openSource } from '../../postgres/import/source.ts'
import { checkReachable } from './their-files.ts'

type Listening = ReturnType<typeof createServer>

async function portOf(server: Listening) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close())
  const address = server.address()
  return typeof address === 'object' ? address?.port : undefined
}

/** What PostgreSQL would hear first from somebody who opens this address there. */
async function firstWords(host: string, more: string) {
  const heard: Buffer[] = []
  const server = createServer((socket) => {
    socket.once('data', (bytes) => {
      heard.push(bytes)
      socket.end('N')
    })
  })
  const port = await portOf(server)
  const IMPORT_FROM = `postgres://ana:secret@${host}:${port}/postgres${more}`
  await assert.rejects(openSource(readConfig({ IMPORT_FROM }).import.from ?? ''), {
    message: /^IMPORT_FROM cannot be read: /,
  })
  const asksForTls = heard[0]?.readUInt32BE(4) === 80_877_103
  return asksForTls ? 'tls' : 'plain'
}

suite('the other database', () => {
  // A name of this machine that others could be behind as well.
  const elsewhere = '0.0.0.0'

  test('is spoken to by TLS, unless its address says otherwise', async () => {
    assert.equal(await firstWords(elsewhere, ''), 'tls')
    assert.equal(await firstWords(elsewhere, '?ssl=0'), 'tls')
    assert.equal(await firstWords('127.0.0.1', `?host=${elsewhere}`), 'tls')
    assert.equal(await firstWords(elsewhere, '?sslmode=disable'), 'plain')
  })

  test('is spoken to plainly on this machine', async () => {
    assert.equal(await firstWords('127.0.0.1', ''), 'plain')
    assert.equal(await firstWords('127.0.0.1', '?sslmode=verify-full'), 'tls')
  })
})

async function httpServer(answer: RequestListener) {
  return `http://127.0.0.1:${await portOf(createHttpServer(answer))}`
}

suite('the other files', () => {
  test('are where they were said to be: no key follows elsewhere', async () => {
    const keys: unknown[] = []
    const other = await httpServer((request, response) => {
      keys.push(request.headers['apikey'])
      response.end('[]')
    })
    const url = await httpServer((_request, response) =>
      response.writeHead(302, { location: other }).end(),
    )
    const { signal } = new AbortController()
    await assert.rejects(checkReachable({ url, key: 'secret' }, signal), {
      message: 'IMPORT_FILES answers with 302. Is it a Supabase project?',
    })
    assert.deepEqual(keys, [])
  })

  test('are asked for by https, but on this machine', () => {
    const given = (IMPORT_FILES: string) => readConfig({ IMPORT_FILES, IMPORT_KEY: 'x' })
    for (const url of ['https://abc.supabase.co', 'http://127.0.0.1:54321', 'http://localhost'])
      assert.equal(given(url).import.files?.url, url)
    for (const url of ['http://abc.supabase.co', 'http://10.0.0.5:54321'])
      assert.throws(() => given(url), { message: /^The setting IMPORT_FILES is .*must be https/ })
  })
})
