import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import { suite, test } from 'node:test'
import { startApp } from '../../tests/support/app.ts'
import { dropDatabase } from '../../tests/support/test-database.ts'

const token = 'a-token-for-the-metrics'
const { ask, port, secrets } = await startApp()

suite('GET /healthz', () => {
  test('is 200 while the database responds', async () => {
    const { status, body } = await ask('/healthz')
    assert.equal(status, 200)
    assert.deepEqual(JSON.parse(body), { status: 'ok' })
  })

  // @covers operations.health
  test('is 503 while the database does not respond', async () => {
    const serverWithoutDatabase = await startApp()
    await dropDatabase(serverWithoutDatabase.name)
    const { status, headers, body } = await serverWithoutDatabase.ask('/healthz')
    assert.equal(status, 503)
    assert.equal(headers['retry-after'], '1')
    assert.match(body, /"code":"unavailable"/)
  })
})

suite('GET /config.json', () => {
  test('has the address of the request, the public key and the name', async () => {
    const { status, headers, body } = await ask('/config.json', {
      headers: { host: 'localhost:8080' },
    })
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'no-store')
    assert.deepEqual(JSON.parse(body), {
      url: 'http://localhost:8080',
      anonKey: secrets.anonKey,
      productName: 'Mendwell',
    })
  })

  test('has SITE_URL if it is set', async () => {
    const site = await startApp({ SITE_URL: 'https://work.example' })
    const { body } = await site.ask('/config.json', { headers: { host: 'evil.example' } })
    assert.match(body, /"url":"https:\/\/work\.example"/)
  })

  for (const host of [
    'evil.example',
    'evil.example:3000',
    'evil.example/path',
    'evil"example',
    'a b',
    'user@evil.example',
    'localhost@evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example#.localhost',
    '10.9.8.7',
    '[2001:db8::1]',
    'localhost:99999999',
  ]) {
    test(`refuses the Host "${host}", and no cache may store the refusal`, async () => {
      const { status, headers, body } = await ask('/config.json', { headers: { host } })
      assert.equal(status, 421)
      assert.equal(headers['cache-control'], 'no-store')
      assert.match(body, /SITE_URL/)
      assert.doesNotMatch(body, /evil|10\.9/)
    })
  }

  test('accepts the names of this machine as the host', async () => {
    for (const host of [
      'localhost:3000',
      '127.0.0.1',
      'demo.localhost:3000',
      hostname(),
      '[::1]:3000',
    ]) {
      const { status, body } = await ask('/config.json', { headers: { host } })
      assert.deepEqual([status, body.includes(`"url":"http://${host}"`)], [200, true], host)
    }
  })

  test('ignores a forwarded host of an untrusted client', async () => {
    const headers = {
      host: 'localhost',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    }
    assert.match((await ask('/config.json', { headers })).body, /"url":"http:\/\/localhost"/)
  })
})

suite('GET /metrics', () => {
  test('does not exist without a METRICS_TOKEN', async () => {
    assert.equal((await ask('/metrics')).status, 404)
  })

  test('requires the token', async () => {
    const serverWithToken = await startApp({ METRICS_TOKEN: token })
    for (const authorization of ['', token, `Bearer ${token}x`, `bearer ${token}`]) {
      const { status, headers } = await serverWithToken.ask('/metrics', {
        headers: { authorization },
      })
      assert.equal(status, 401)
      assert.equal(headers['www-authenticate'], 'Bearer')
    }
    const { status, body } = await serverWithToken.ask('/metrics', {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(status, 200)
    assert.match(
      body,
      /http_request_duration_seconds_count\{method="GET",route="\/metrics",status="401"\} 4/,
    )
    assert.match(body, /database_pool_connections\{pool="requests",state="waiting"\} 0/)
    assert.match(body, /process_resident_memory_bytes \d/)
  })
})

suite('refused requests', () => {
  test('an unknown service path is 404 in JSON', async () => {
    const { status, body, headers } = await ask('/realtime/v1/unknown')
    assert.equal(status, 404)
    assert.match(headers['content-type'] ?? '', /application\/json/)
    assert.deepEqual(JSON.parse(body), {
      code: 'not_found',
      message: 'There is nothing at this address.',
    })
  })

  test('a POST to a page is 404', async () => {
    assert.equal((await ask('/marketing', { method: 'POST', body: '{}' })).status, 404)
  })

  test('headers over 16 KB are 431', async () => {
    const { status, body } = await ask('/healthz', { headers: { 'x-long': 'x'.repeat(17_000) } })
    assert.equal(status, 431)
    assert.match(body, /"code":"headers_too_large"/)
  })

  test('data that is not HTTP is 400 and closes the connection', async () => {
    const response = await sendRaw('HELLO\r\n\r\n')
    assert.match(response, /^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n/)
    assert.match(response, /"code":"bad_request"/)
    assert.match(response, /\r\nx-content-type-options: nosniff\r\n/)
    assert.match(response, /\r\ncontent-security-policy: default-src 'none'/)
  })

  test('a request with two lengths is 400, and cannot smuggle a second request', async () => {
    const smuggled = 'GET /config.json HTTP/1.1\r\nHost: here\r\n\r\n'
    for (const lengths of [
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
      'Content-Length: 5\r\nContent-Length: 6',
      'Transfer-Encoding: chunked, identity',
    ]) {
      const response = await sendRaw(
        `POST /healthz HTTP/1.1\r\nHost: here\r\n${lengths}\r\n\r\n0\r\n\r\n${smuggled}`,
      )
      assert.match(response, /^HTTP\/1\.1 400 /, lengths)
      assert.doesNotMatch(response, /anonKey/, lengths)
    }
  })

  test('TRACE and other unknown methods are 404, and echo nothing', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'PURGE']) {
      const { status, body } = await ask('/healthz', { method, headers: { 'x-mine': 'secret' } })
      assert.equal(status, 404, method)
      assert.doesNotMatch(body, /secret/)
    }
  })

  for (const path of ['/%E0%A4%A', '/%ff', '/%']) {
    test(`the address ${path} is 400, with the headers of every response`, async () => {
      const { status, body, headers } = await ask(path)
      assert.equal(status, 400)
      assert.deepEqual(JSON.parse(body), {
        code: 'bad_request',
        message: 'This address cannot be decoded.',
      })
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.match(String(headers['x-request-id']), /^[\da-f-]{36}$/)
    })
  }

  for (const path of ['/healthz/', '/HEALTHZ', '/config.json/', '/metrics/']) {
    test(`${path} is 404 and not a page`, async () => {
      assert.equal((await ask(path)).status, 404)
    })
  }

  test('a body over 1 MB is 413', async () => {
    const { status, body } = await ask('/rest/v1/unknown', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify('x'.repeat(1024 * 1024)),
    })
    assert.equal(status, 413)
    assert.match(body, /"code":"body_too_large"/)
  })
})

/** Returns everything that the server sends until it closes the connection. */
async function sendRaw(request: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  return (await Array.fromAsync(socket)).join('')
}
