import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer } from 'node:net'
import { after, suite, test } from 'node:test'
import { readConfig } from '../config/config.ts'
import { openSource } from '../postgres/import/import-source.ts'
import { checkReachable } from './source-storage.ts'

type HttpOrTcpServer = ReturnType<typeof createServer>

async function listenOnFreePort(server: HttpOrTcpServer) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close())
  const address = server.address()
  return typeof address === 'object' ? address?.port : undefined
}

/** Returns whether a connection to this host starts with TLS or in plain text. */
async function detectProtocol(host: string, query: string) {
  const received: Buffer[] = []
  const server = createServer((socket) => {
    socket.once('data', (bytes) => {
      received.push(bytes)
      socket.end('N')
    })
  })
  const port = await listenOnFreePort(server)
  const IMPORT_FROM = `postgres://ana:secret@${host}:${port}/postgres${query}`
  await assert.rejects(openSource(readConfig({ IMPORT_FROM }).import.from ?? ''), {
    message: /^IMPORT_FROM cannot be read: /,
  })
  const isTls = received[0]?.readUInt32BE(4) === 80_877_103
  return isTls ? 'tls' : 'plain'
}

suite('the source database', () => {
  // This address leads to this machine, but the server does not treat it as local.
  const nonLocalHost = '0.0.0.0'

  test('is connected with TLS unless its URL disables TLS', async () => {
    assert.equal(await detectProtocol(nonLocalHost, ''), 'tls')
    assert.equal(await detectProtocol(nonLocalHost, '?ssl=0'), 'tls')
    assert.equal(await detectProtocol('127.0.0.1', `?host=${nonLocalHost}`), 'tls')
    assert.equal(await detectProtocol(nonLocalHost, '?sslmode=disable'), 'plain')
  })

  test('is connected without TLS on localhost', async () => {
    assert.equal(await detectProtocol('127.0.0.1', ''), 'plain')
    assert.equal(await detectProtocol('127.0.0.1', '?sslmode=verify-full'), 'tls')
  })
})

async function startHttpServer(onRequest: RequestListener) {
  return `http://127.0.0.1:${await listenOnFreePort(createHttpServer(onRequest))}`
}

suite('the source storage', () => {
  test('gets the key, but a server to which it redirects does not', async () => {
    const keys: unknown[] = []
    const otherUrl = await startHttpServer((request, response) => {
      keys.push(request.headers['apikey'])
      response.end('[]')
    })
    const url = await startHttpServer((_request, response) =>
      response.writeHead(302, { location: otherUrl }).end(),
    )
    const { signal } = new AbortController()
    await assert.rejects(checkReachable({ url, key: 'secret' }, signal), {
      message: 'IMPORT_FILES answers with 302. Is it a Supabase project?',
    })
    assert.deepEqual(keys, [])
  })

  test('must use https, except on localhost', () => {
    const readImportConfig = (IMPORT_FILES: string) => readConfig({ IMPORT_FILES, IMPORT_KEY: 'x' })
    for (const url of ['https://abc.supabase.co', 'http://127.0.0.1:54321', 'http://localhost'])
      assert.equal(readImportConfig(url).import.files?.url, url)
    for (const url of ['http://abc.supabase.co', 'http://10.0.0.5:54321'])
      assert.throws(() => readImportConfig(url), {
        message: /^The setting IMPORT_FILES is .*must be https/,
      })
  })
})
