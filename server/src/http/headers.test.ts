import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import pino from 'pino'
import { startApp } from '../../tests/support/app.ts'

const { ask } = await startApp()

suite('headers of every response', () => {
  for (const path of ['/healthz', '/marketing', '/icon.svg', '/rest/v1/unknown']) {
    test(`${path} has the security headers`, async () => {
      const { headers } = await ask(path)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin')
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
      assert.match(
        String(headers['content-security-policy']),
        /default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/,
      )
      assert.match(String(headers['x-request-id']), /^[\da-f-]{36}$/)
      assert.equal(headers['strict-transport-security'], undefined)
    })
  }

  test('a request id of the client is ignored', async () => {
    const { headers } = await ask('/healthz', { headers: { 'x-request-id': 'mine' } })
    assert.notEqual(headers['x-request-id'], 'mine')
  })
})

suite('behind a proxy', () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'work.example' }

  test('the headers of a trusted proxy set the protocol and the host', async () => {
    const { ask: askTrusting } = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })
    const { headers, body } = await askTrusting('/config.json', { headers: forwarded })
    assert.match(body, /"url":"https:\/\/work\.example"/)
    assert.match(String(headers['strict-transport-security']), /^max-age=31536000/)
  })

  test('the headers of an untrusted proxy are ignored', async () => {
    const { headers, body } = await ask('/config.json', {
      headers: { ...forwarded, host: 'localhost' },
    })
    assert.match(body, /"url":"http:\/\/localhost"/)
    assert.equal(headers['strict-transport-security'], undefined)
  })

  test('the client is the last hop that is not trusted', async () => {
    const lines: string[] = []
    const log = pino({}, { write: (line) => lines.push(line) })
    const { ask: askTrusting } = await startApp({ TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' }, log)
    const headers = { 'x-forwarded-for': '1.1.1.1, 2.2.2.2, 10.1.1.1' }
    await askTrusting('/config.json?secret=1', { headers })
    const line = lines.find((text) => text.includes('/config.json')) ?? ''
    assert.match(line, /"ip":"2\.2\.2\.2"/)
    assert.doesNotMatch(line, /secret/)
  })
})

suite('with https in SITE_URL', () => {
  test('browsers must use https, also on subdomains', async () => {
    const { ask: askSite } = await startApp({ SITE_URL: 'https://work.example' })
    const { headers } = await askSite('/healthz')
    assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains')
  })
})
