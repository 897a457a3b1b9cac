import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sendRequest, jsonHeaders, serviceHeaders, headersOfUser } from '../support/http-request.ts'

const origin = 'https://elsewhere.example'
const preflight = {
  origin,
  'access-control-request-method': 'POST',
  'access-control-request-headers':
    'apikey, authorization, content-profile, content-type, idempotency-key, prefer, x-client-info',
}

const paths = [
  '/rest/v1/jobs',
  '/rest/v1/rpc/get_job_categories',
  '/functions/v1/assistant',
  '/storage/v1/object/documents/a',
]

suite('a preflight', () => {
  for (const path of paths) {
    test(`of ${path} allows the headers that clients send`, async () => {
      const reply = await sendRequest(path, { method: 'OPTIONS', headers: preflight })
      assert.ok([200, 204].includes(reply.status))
      assert.ok(['*', origin].includes(reply.headers['access-control-allow-origin'] ?? ''))
      const methods = reply.headers['access-control-allow-methods'] ?? ''
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) assert.ok(methods.includes(method))
      const allowed = (reply.headers['access-control-allow-headers'] ?? '').toLowerCase()
      for (const header of preflight['access-control-request-headers'].split(', '))
        assert.ok(allowed.includes(header) || allowed === '*', header)
      // Browsers do not apply a wildcard to the Authorization header, so the server has to list this header.
      assert.ok(allowed.includes('authorization'))
      assert.equal(reply.text, '')
    })
  }
})

suite('a page of any origin can read a response', () => {
  const headers = { origin }
  const cases: [string, number, Parameters<typeof sendRequest>[1], string][] = [
    ['rows', 200, { headers: { ...serviceHeaders, ...headers } }, '/rest/v1/job_categories'],
    ['a visitor', 401, { headers }, '/rest/v1/jobs'],
    ['no table', 404, { headers: { ...serviceHeaders, ...headers } }, '/rest/v1/nothing'],
    [
      'no right',
      403,
      { headers: { ...headersOfUser('facility'), ...headers } },
      '/rest/v1/admin_user_list',
    ],
    ['a bad token', 401, { headers: { ...headers, apikey: 'x' } }, '/rest/v1/jobs'],
    ['no function', 404, { headers }, '/functions/v1/nothing'],
    [
      'too large a body',
      413,
      {
        method: 'POST',
        headers: { ...serviceHeaders, ...headers, ...jsonHeaders },
        body: 'x'.repeat(1_100_000),
      },
      '/rest/v1/jobs',
    ],
  ]
  for (const [name, status, options, path] of cases) {
    test(`${name}: ${status}`, async () => {
      const reply = await sendRequest(path, options)
      assert.equal(reply.status, status, reply.text)
      assert.ok(['*', origin].includes(reply.headers['access-control-allow-origin'] ?? ''))
      assert.equal(reply.headers['access-control-allow-credentials'], undefined)
    })
  }

  test('with the headers that clients read', async () => {
    const countHeaders = { ...serviceHeaders, ...headers, prefer: 'count=exact' }
    const reply = await sendRequest('/rest/v1/job_categories?limit=1', { headers: countHeaders })
    const exposed = (reply.headers['access-control-expose-headers'] ?? '').toLowerCase()
    for (const header of ['age', 'content-range', 'location', 'preference-applied', 'retry-after'])
      assert.ok(exposed.includes(header), header)
    assert.equal(reply.headers['content-range'], '0-0/7')
  })
})
