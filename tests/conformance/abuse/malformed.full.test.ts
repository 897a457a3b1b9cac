import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import {
  type RequestOptions,
  sendRequest,
  headersWithToken,
  jsonHeaders,
  refusalIn,
  rowsIn,
} from '../support/http-request.ts'
import { createActor, jobFields, postJob } from '../support/market.ts'
import { tokenFor } from '../support/tokens.ts'

const facility = await createActor('facility')
const job = await postJob(facility)
const headers = headersWithToken(tokenFor(facility.id))

async function post(body: RequestOptions['body'], more: Record<string, string> = jsonHeaders) {
  const request = { method: 'POST', headers: { ...headers, ...more } }
  return sendRequest('/rest/v1/jobs', body === undefined ? request : { ...request, body })
}

/** Checks that the next valid request works. */
async function assertHealthy() {
  const reply = await sendRequest(`/rest/v1/jobs?select=id&id=eq.${job}`, { headers })
  assert.deepEqual(rowsIn(reply), [{ id: job }])
}

suite('a body that is refused', () => {
  const text = JSON.stringify(jobFields(facility))
  const cases: [name: string, body: string | Buffer, status: number, code: string][] = [
    ['no JSON', '{"title":', 400, 'PGRST102'],
    ['nothing', '', 400, 'PGRST102'],
    ['a number', '7', 400, 'PGRST102'],
    ['a text', '"job"', 400, 'PGRST102'],
    ['null', 'null', 400, 'PGRST102'],
    ['a list of lists', '[[]]', 400, 'PGRST102'],
    ['a list with null', `[${text},null]`, 400, 'PGRST102'],
    ['two objects', text + text, 400, 'PGRST102'],
    ['a comma too many', `${text.slice(0, -1)},}`, 400, 'PGRST102'],
    ['a single quote', `{'title':'x'}`, 400, 'PGRST102'],
    ['NaN', text.replace('1200', 'NaN'), 400, 'PGRST102'],
    ['uneven objects', `[${text},{"title":"x"}]`, 400, 'PGRST102'],
    [
      'not UTF-8',
      Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
      400,
      'PGRST102',
    ],
    ['a NUL', '{"title":"a\0b"}', 400, 'PGRST102'],
    ['an escaped NUL', text.replace('gate', 'g\\u0000te'), 400, '22P05'],
    ['half a character', text.replace('gate', 'g\\ud800te'), 400, '22P02'],
    ['a list for a number', text.replace('1200', '[1]'), 400, ''],
    ['a number beyond all', text.replace('1200', '1e999999'), 400, ''],
    ['deep nesting', `{"title":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 400, ''],
    [
      'more than 1 MB',
      JSON.stringify({ ...jobFields(facility), description: 'x'.repeat(1_100_000) }),
      413,
      '',
    ],
  ]
  for (const [name, body, status, code] of cases) {
    test(name, async () => {
      const reply = await post(body)
      const refusal = refusalIn(reply)
      assert.equal(reply.status, status, reply.text)
      if (code !== '') assert.equal(refusal.code, code)
      await assertHealthy()
    })
  }

  test('of another type', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'x',
      'image/png',
    ]) {
      const reply = await post(text, { 'content-type': type })
      assert.ok([400, 415].includes(reply.status), `${type}: ${reply.status}`)
      assert.equal(typeof refusalIn(reply).code, 'string')
    }
    await assertHealthy()
  })

  test('compressed', async () => {
    const reply = await post(gzipSync(text), { ...jsonHeaders, 'content-encoding': 'gzip' })
    assert.ok([400, 415].includes(reply.status), `${reply.status} ${reply.text}`)
    await assertHealthy()
  })

  test('with several rows, for an update', async () => {
    const options = { method: 'PATCH', headers: { ...headers, ...jsonHeaders }, body: '[{},{}]' }
    const reply = await sendRequest(`/rest/v1/jobs?id=eq.${job}`, options)
    assert.deepEqual([reply.status, refusalIn(reply).code], [400, 'PGRST102'])
  })

  test('without an object, for a call', async () => {
    const options = { method: 'POST', headers: { ...headers, ...jsonHeaders }, body: '7' }
    const reply = await sendRequest('/rest/v1/rpc/search_consultants', options)
    assert.deepEqual([reply.status, refusalIn(reply).code], [404, 'PGRST202'])
  })
})

suite('a body that is accepted', () => {
  test('with a byte order mark, or none, and with a charset', async () => {
    const body = JSON.stringify(jobFields(facility))
    const type = { 'content-type': 'application/json; charset=utf-8' }
    assert.equal((await post(body, type)).status, 201)
    assert.equal((await post(body, {})).status, 201)
  })

  test('just below 1 MB is refused only for its content', async () => {
    const reply = await post(
      JSON.stringify({ ...jobFields(facility), description: 'x'.repeat(900_000) }),
    )
    assert.deepEqual([reply.status, refusalIn(reply).code], [400, 'text_too_long'])
  })

  test('with keys that JavaScript reserves', async () => {
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const reply = await post(`{"${key}":1,"title":"x"}`)
      assert.deepEqual([reply.status, refusalIn(reply).code], [400, 'PGRST204'], key)
    }
    await assertHealthy()
  })

  test('with a repeated key uses one of its values', async () => {
    const reply = await post(
      `{"title":"one","title":"two",${JSON.stringify(jobFields(facility)).slice(1)}`,
    )
    assert.equal(reply.status, 201)
  })
})

suite('an address that is refused', () => {
  const bad: [name: string, path: string, statuses: number[]][] = [
    ['of more than 16 KB', `/jobs?title=eq.${'x'.repeat(20_000)}`, [414, 431]],
    ['with many parameters', `/jobs?${'id=neq.x&'.repeat(500)}`, [400]],
    ['with deep conditions', `/jobs?or=(and(${'or(and('.repeat(100)}`, [400]],
    ['with deep embeds', `/jobs?select=${'bids(jobs('.repeat(50)}id${'))'.repeat(50)}`, [400]],
    ['with many columns', `/jobs?select=${'id,'.repeat(900)}id`, [400]],
    ['not UTF-8', '/jobs?title=eq.%ff%fe', [400]],
    ['not UTF-8 in its path', '/%ff%fe', [400, 404]],
    ['half an escape in its path', '/jobs%2', [400, 404]],
    ['a NUL in a value', '/jobs?title=eq.a%00b', [400]],
    ['a NUL in a name', '/jobs?ti%00tle=eq.a', [400]],
    ['a NUL in select', '/jobs?select=%00', [400]],
    ['a NUL in an alias', '/jobs?select=%22a%00b%22:id', [400]],
    ['a NUL in the path', '/jo%00bs', [400, 404]],
    ['a NUL in a call', '/rpc/search_consultants?query=a%00b', [400]],
    ['a long alias', `/jobs?select=${'a'.repeat(100)}:id`, [400]],
    ['a long column', `/jobs?select=${'a'.repeat(5000)}`, [400]],
    ['no operator', '/jobs?title=Mend', [400]],
    ["JavaScript's own names", '/jobs?select=__proto__', [400]],
    ["JavaScript's own names as a table", '/__proto__', [404]],
    ["JavaScript's own names as a call", '/rpc/constructor', [404]],
    ['a path that climbs', '/../../etc/passwd', [400, 404]],
    ['a path that climbs, escaped', '/%2e%2e%2f%2e%2e%2fhealthz', [400, 404]],
  ]
  for (const [name, path, statuses] of bad) {
    test(name, async () => {
      const reply = await sendRequest(`/rest/v1${path}`, { headers })
      assert.ok(statuses.includes(reply.status), `${reply.status} ${reply.text.slice(0, 200)}`)
      await assertHealthy()
    })
  }

  test('oversized headers', async () => {
    const reply = await sendRequest('/rest/v1/jobs', {
      headers: { ...headers, 'x-long': 'x'.repeat(40_000) },
    })
    assert.equal(reply.status, 431)
    await assertHealthy()
  })
})

suite('a pattern that backtracks without end', () => {
  test('is stopped after 8 seconds with a message, and the next request works', async () => {
    const slow = await postJob(facility, { description: 'a'.repeat(3999) })
    // The pattern matches only an even number of letters, so PostgreSQL would try combinations for a very long time.
    const pattern = encodeURIComponent(String.raw`^(a+)\1(a+)\2(a+)\3(a+)\4$`)
    const path = `/rest/v1/jobs?select=id&id=eq.${slow}&description=match.${pattern}`
    const reply = await sendRequest(path, { headers })
    const { code, message } = refusalIn(reply)
    assert.deepEqual([reply.status, code], [504, '57014'])
    assert.equal(message, 'The request took too long and was stopped.')
    await assertHealthy()
  })
})
