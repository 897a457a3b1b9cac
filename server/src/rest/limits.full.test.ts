import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startRestServer } from './testing.ts'

const { askServer, ask, pool, assertRefused, reloadSchema, tokenFor } = await startRestServer()
const json = { 'content-type': 'application/json' }

suite('a request is refused, and the next one works', () => {
  test('when its body is over 1 MB', async () => {
    const body = JSON.stringify({ id: 1, name: 'x'.repeat(1024 * 1024) })
    const { status, code } = await assertRefused('/makers', { method: 'POST', body, headers: json })
    assert.deepEqual([status, code], [413, 'body_too_large'])
    assert.equal((await ask('/makers')).status, 200)
  })

  test('when its address is over 16 KB', async () => {
    const { status } = await ask(`/makers?name=eq.${'x'.repeat(17_000)}`)
    assert.equal(status, 431)
    assert.equal((await ask('/makers')).status, 200)
  })

  const repeat = (piece: string, times: number, join = ',') => Array(times).fill(piece).join(join)
  const embeds = (count: number) =>
    Array.from({ length: count }, (_, i) => `m${i}:makers!parent_id(id)`).join()
  const oversizedQueries: Record<string, [path: string, details: RegExp]> = {
    'too many parameters': [`/makers?${repeat('id=eq.1', 201, '&')}`, /at most 200 parameters/],
    'too many conditions': [`/makers?or=(${repeat('id.eq.1', 501)})`, /at most 500 conditions/],
    'conditions nested too deep': [
      `/makers?or=${'(and'.repeat(11)}(id.eq.1)${')'.repeat(11)}`,
      /10 deep/,
    ],
    'too many columns': [`/makers?select=${repeat('id', 501)}`, /at most 500 items/],
    'too many columns by stars': [
      `/makers?select=${repeat('*', 400)},parent:makers!parent_id(${repeat('*', 155)})`,
      /At most 1664 columns/,
    ],
    'too many embeds': [`/makers?select=${embeds(40)}`, /At most 40 relations/],
    'embeds nested too deep': [
      `/makers?select=${'makers!parent_id('.repeat(11)}id${')'.repeat(11)}`,
      /10 deep/,
    ],
  }
  for (const [description, [path, expectedMessage]] of Object.entries(oversizedQueries)) {
    test(`when it has ${description}`, async () => {
      const { status, code, message, details } = await assertRefused(path)
      assert.deepEqual([status, code], [400, 'PGRST100'])
      assert.match(`${message} ${String(details)}`, expectedMessage)
    })
  }

  test('but not if it is just within the limits', async () => {
    assert.equal((await ask(`/makers?or=(${repeat('id.eq.1', 499)})`)).status, 200)
    assert.equal((await ask(`/makers?select=${embeds(38)}`)).status, 200)
    assert.equal((await ask(`/makers?select=id,makers(${repeat('*', 400)})`)).status, 200)
    const deepPath = `/makers?select=${'makers!parent_id('.repeat(10)}id${')'.repeat(10)}`
    assert.equal((await ask(deepPath)).status, 200)
  })

  test('when a JSON body is nested very deeply', async () => {
    const body = `{"facts":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    const { status } = await assertRefused('/things', { method: 'POST', body, headers: json })
    assert.equal(status, 400)
  })

  test('when it takes more than 8 s, while others get responses', async () => {
    const refusedWait = assertRefused('/rpc/wait', {
      method: 'POST',
      body: { seconds: 20 },
      headers: json,
    })
    assert.equal((await ask('/makers')).status, 200)
    const { status, code } = await refusedWait
    assert.deepEqual([status, code], [504, '57014'])
  })
})

suite('a user with many concurrent requests', () => {
  test('does not delay other users', async () => {
    const slowRequests = Array.from({ length: 12 }, () =>
      ask('/rpc/pause', { method: 'POST', body: { seconds: 1 }, headers: json }),
    )
    const authorization = `Bearer ${await tokenFor({ sub: '00000000-0000-4000-8000-000000000008' })}`
    const first = await Promise.race([
      Promise.any(slowRequests).then(() => 'slow'),
      ask('/makers', { headers: { authorization } }).then(() => 'other'),
    ])
    assert.equal(first, 'other')
    assert.deepEqual(
      new Set((await Promise.all(slowRequests)).map(({ status }) => status)),
      new Set([200]),
    )
  })

  test('is refused when over a hundred requests wait', async () => {
    // Six requests of a user run at once and take 3 s, so the other requests have to wait.
    const slowRequests = Array.from({ length: 150 }, (_, index) =>
      ask('/rpc/pause', { method: 'POST', body: { seconds: index < 6 ? 3 : 0 }, headers: json }),
    )
    const statuses = new Set((await Promise.all(slowRequests)).map(({ status }) => status))
    assert.deepEqual(statuses, new Set([200, 429]))
  })
})

suite('a client with too many requests', () => {
  async function limit(name: string, value: string) {
    await pool.query('update private.settings set value = $2 where name = $1', [name, value])
    await reloadSchema()
  }

  async function readStatuses(count: number, headers = {}) {
    const responses = await Promise.all(
      Array.from({ length: count }, () => ask('/makers', { headers })),
    )
    return responses.map(({ status }) => status)
  }

  async function askUntilRefused(path: string, headers = {}) {
    for (;;) {
      const response = await ask(path, { headers })
      if (response.status === 429) return response
    }
  }

  test('is refused by user', async () => {
    await limit('limit_requests_user', '3/3600')
    const { headers, json: body } = await askUntilRefused('/makers')
    assert.match(headers['retry-after'] ?? '', /^\d+$/)
    assert.match(
      JSON.stringify(body),
      /"code":"too_many_requests".*"message":"You are sending too many requests\."/,
    )
    const authorization = `Bearer ${await tokenFor({ sub: '00000000-0000-4000-8000-000000000009' })}`
    assert.deepEqual(await readStatuses(3, { authorization }), [200, 200, 200])
    await limit('limit_requests_user', '100000/1')
  })

  test('is refused by address, for all users and dialects', async () => {
    await limit('limit_requests_address', '5/3600')
    await askUntilRefused('/makers', { authorization: '' })
    assert.equal((await ask('/makers')).status, 429)
    const { status, headers, body } = await askServer('/functions/v1/none', { method: 'POST' })
    assert.deepEqual([status, body], [429, '{"message":"You are sending too many requests."}'])
    assert.match(headers['retry-after'] ?? '', /^\d+$/)
    assert.equal((await askServer('/healthz')).status, 200)
    const otherAddress = await ask('/makers', { headers: { 'x-forwarded-for': '10.1.1.1' } })
    assert.equal(otherAddress.status, 429)
  })

  test('is refused by network for IPv6', async () => {
    const proxiedServer = await startRestServer({ TRUSTED_PROXIES: '127.0.0.1' })
    await proxiedServer.pool.query(
      "update private.settings set value = '3/3600' where name = 'limit_requests_address'",
    )
    await proxiedServer.reloadSchema()
    const askFrom = (ip: string) =>
      proxiedServer.ask('/makers', { headers: { 'x-forwarded-for': ip } })
    for (;;) if ((await askFrom('2001:db8:1:2::1')).status === 429) break
    assert.equal((await askFrom('2001:db8:1:2:ffff::9')).status, 429)
    assert.equal((await askFrom('2001:db8:1:3::1')).status, 200)
    assert.equal((await askFrom('192.0.2.7')).status, 200)
  })
})
