import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startApp } from '../../tests/support/app.ts'

const { ask } = await startApp({ CORS_ORIGINS: 'https://app.example,http://localhost:5173' })
const paths = ['/rest/v1/job_categories', '/auth/v1/settings', '/storage/v1/bucket']

suite('with CORS_ORIGINS', () => {
  test('pages of the listed origins can read responses', async () => {
    for (const path of paths) {
      for (const origin of ['https://app.example', 'http://localhost:5173']) {
        const { headers } = await ask(path, { headers: { origin } })
        assert.equal(headers['access-control-allow-origin'], origin, path)
        assert.match(headers.vary ?? '', /Origin/, path)
      }
    }
  })

  test('pages of other origins cannot, and caches keep the responses apart', async () => {
    for (const origin of ['https://evil.example', 'https://app.example.evil', 'null']) {
      const { headers } = await ask('/auth/v1/settings', { headers: { origin } })
      assert.equal(headers['access-control-allow-origin'], undefined)
      assert.match(headers.vary ?? '', /Origin/)
      const preflight = await ask('/rest/v1/jobs', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
      assert.equal(preflight.headers['access-control-allow-origin'], undefined)
    }
  })
})
