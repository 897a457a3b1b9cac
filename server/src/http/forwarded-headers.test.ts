import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import pino from 'pino'
import { startApp } from '../../tests/support/app.ts'
import { readConfig } from '../config/config.ts'
import { explainMissingProxies } from './forwarded-headers.ts'

const token = 'a-token-for-the-metrics'

async function startWatched(settings: NodeJS.ProcessEnv) {
  const lines: string[] = []
  const log = pino({}, { write: (line) => lines.push(line) })
  const { ask } = await startApp({ METRICS_TOKEN: token, ...settings }, log)
  const readCount = async () => {
    const { body } = await ask('/metrics', { headers: { authorization: `Bearer ${token}` } })
    return Number(/^forwarded_by_untrusted_total (\d+)$/m.exec(body)?.[1])
  }
  const warnings = () => lines.filter((line) => line.includes('TRUSTED_PROXIES'))
  return { ask, readCount, warnings }
}

suite('forwarded headers', () => {
  // @covers operations.untrusted-proxy
  test('of an untrusted address are counted, and logged once', async () => {
    const { ask, readCount, warnings } = await startWatched({ TRUSTED_PROXIES: '10.0.0.0/8' })
    await ask('/healthz')
    assert.deepEqual([warnings().length, await readCount()], [0, 0])
    for (const [name, value] of [
      ['x-forwarded-for', '203.0.113.9'],
      ['forwarded', 'for=203.0.113.9'],
      ['x-real-ip', '203.0.113.9'],
    ] as const)
      await ask('/healthz', { headers: { [name]: value } })
    assert.equal(await readCount(), 3)
    assert.equal(warnings().length, 1)
    assert.match(warnings()[0] ?? '', /x-forwarded-for of 127\.0\.0\.1 is ignored/)
  })

  test('of a trusted address are not', async () => {
    for (const TRUSTED_PROXIES of ['127.0.0.1', '::1, 127.0.0.0/8']) {
      const { ask, readCount, warnings } = await startWatched({ TRUSTED_PROXIES })
      await ask('/healthz', { headers: { 'x-forwarded-for': '203.0.113.9' } })
      assert.deepEqual([warnings().length, await readCount()], [0, 0])
    }
  })
})

suite('a start without TRUSTED_PROXIES', () => {
  const warningFor = (settings: NodeJS.ProcessEnv) => explainMissingProxies(readConfig(settings))

  test('warns if the site can only be reached through a proxy', () => {
    const https = { SITE_URL: 'https://work.example' }
    assert.match(warningFor(https) ?? '', /^SITE_URL=https:\/\/work\.example needs a proxy/)
    assert.ok(warningFor({ ...https, HOST: '10.0.0.11' }))
    assert.ok(warningFor({ SITE_URL: 'http://work.example' }))
  })

  test('does not warn otherwise', () => {
    const settings: NodeJS.ProcessEnv[] = [
      {},
      { SITE_URL: 'http://localhost' },
      { SITE_URL: 'http://work.example', HOST: '0.0.0.0' },
      { SITE_URL: 'https://work.example', TRUSTED_PROXIES: '127.0.0.1' },
    ]
    for (const given of settings) assert.equal(warningFor(given), undefined)
  })
})
