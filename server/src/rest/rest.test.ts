import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startRestServer, userId } from './testing.ts'

const { ask, pool, port, assertRefused, tokenFor } = await startRestServer()
const json = { 'content-type': 'application/json' }

suite('a function of the database', () => {
  // @covers dialect.request-settings
  test('can read method, path, headers, cookies and claims', async () => {
    const headers = { cookie: 'a=b; c=d=e', 'x-mine': 'u' }
    const readSetting = async (name: string) => {
      const { json: value } = await ask(`/rpc/setting?name=${name}`, { headers })
      return String(value)
    }
    assert.equal(await readSetting('request.method'), 'GET')
    assert.equal(await readSetting('request.path'), '/rpc/setting')
    assert.match(await readSetting('request.headers'), /"x-mine":"u"/)
    assert.deepEqual(JSON.parse(await readSetting('request.cookies')), { a: 'b', c: 'd=e' })
    assert.deepEqual(JSON.parse(await readSetting('request.jwt.claims')), {
      role: 'authenticated',
      sub: userId,
      aud: 'authenticated',
    })
    assert.equal(await readSetting('role'), 'authenticated')
    assert.equal(await readSetting('search_path'), '"lab", "public", "extensions"')
  })

  // @covers dialect.response-settings
  test('can set the status and headers of its response', async () => {
    const body = { status: '418', headers: '[{"x-tea": "green"}, {"cache-control": "max-age=60"}]' }
    const { status, headers } = await ask('/rpc/answer_as', { method: 'POST', body, headers: json })
    assert.deepEqual(
      [status, headers['x-tea'], headers['cache-control']],
      [418, 'green', 'max-age=60'],
    )
  })

  test('gets a response that caches do not store, unless the function allows caching', async () => {
    const refusal = await assertRefused('/nowhere')
    for (const { headers } of [await ask('/makers?limit=1'), refusal]) {
      assert.equal(headers['cache-control'], 'no-store')
    }
  })

  test('gets the default Vary header unless it sets one', async () => {
    for (const { headers } of [await ask('/makers?limit=1'), await assertRefused('/nowhere')])
      assert.equal(headers['vary'], 'Accept, Prefer, Range')
    const body = { status: '200', headers: '[{"Vary": "X-Tea"}]' }
    const { headers } = await ask('/rpc/answer_as', { method: 'POST', body, headers: json })
    assert.equal(headers['vary'], 'X-Tea')
  })

  test('can set several cookies', async () => {
    const body = { status: '200', headers: '[{"Set-Cookie": "a=1"}, {"set-cookie": "b=2"}]' }
    const { headers } = await ask('/rpc/answer_as', { method: 'POST', body, headers: json })
    assert.equal(headers['set-cookie'], 'a=1,b=2')
  })

  test('affects no other response on the same connection', async () => {
    const abortedRequests = await Promise.all(
      Array.from({ length: 8 }, () =>
        ask('/rpc/linger', { method: 'POST', body: { status: '299' }, headers: json }),
      ),
    )
    assert.deepEqual(
      abortedRequests.map(({ status }) => status),
      Array(8).fill(299),
    )
    const laterResponses = await Promise.all(Array.from({ length: 8 }, () => ask('/makers')))
    assert.deepEqual(
      laterResponses.map(({ status }) => status),
      Array(8).fill(200),
    )
  })

  test('cannot return more than 32 MB', async () => {
    const { status, code, hint } = await assertRefused('/rpc/long_answer?length=40000000')
    assert.deepEqual([status, code, hint], [400, '54000', 'Ask for fewer rows or columns.'])
    assert.equal((await ask('/rpc/long_answer?length=1000000')).body.length, 1_000_002)
  })

  test('runs once, whatever it raises', async () => {
    assert.equal((await assertRefused('/rpc/not_supported', { method: 'POST' })).code, '0A000')
    const { rows } = await pool.query("select nextval('lab.runs')::integer as runs")
    assert.deepEqual(rows, [{ runs: 2 }])
  })

  test('can only set valid statuses and headers', async () => {
    const setResponse = (status: string, headers: string) =>
      assertRefused('/rpc/answer_as', { method: 'POST', body: { status, headers }, headers: json })
    assert.equal((await setResponse('fine', '[]')).code, 'PGRST112')
    assert.equal((await setResponse('99', '[]')).code, 'PGRST112')
    for (const headers of [
      '{}',
      'none',
      '[{"a b": "c"}]',
      '[{"a": "b\\r\\nc: d"}]',
      '[{"a": 1}]',
    ]) {
      assert.equal((await setResponse('200', headers)).code, 'PGRST111')
    }
  })

  const states: [state: string, status: number][] = [
    ['P0001', 400],
    ['PT402', 402],
    ['22023', 400],
    ['23503', 409],
    ['23001', 409],
    ['23P01', 409],
    ['23514', 400],
    ['25006', 405],
    ['28000', 403],
    ['40001', 503],
    ['40P01', 503],
    ['42501', 403],
    ['42883', 404],
    ['42P01', 404],
    ['53300', 503],
    ['54001', 400],
    ['55P03', 503],
    ['57014', 504],
    ['58030', 500],
    ['P0002', 500],
    ['PT40A', 500],
    ['PT999', 500],
    ['XX000', 500],
  ]
  for (const [sqlState, status] of states) {
    test(`that fails with ${sqlState} gets ${status}`, async () => {
      const response = await assertRefused('/rpc/fail', {
        method: 'POST',
        body: { state: sqlState, message: 'in a table of ours' },
        headers: json,
      })
      assert.deepEqual([response.status, response.code], [status, sqlState])
      if (status >= 500) assert.doesNotMatch(response.message, /of ours/)
      if (status === 503) assert.equal(response.headers['retry-after'], '1')
    })
  }

  test('a view with an error in its query gets 500', async () => {
    const { status, code } = await assertRefused('/wrong_by_itself')
    assert.deepEqual([status, code], [500, '21000'])
  })

  // @covers dialect.raised-status
  test('can refuse with a custom error', async () => {
    const message = JSON.stringify({
      code: 'too_wet',
      message: 'It rains.',
      hint: 'Wait.',
      details: 'Much.',
    })
    const detail = JSON.stringify({ status: 429, headers: { 'Retry-After': '7' } })
    const response = await assertRefused('/rpc/fail', {
      method: 'POST',
      body: { state: 'PGRST', message, detail },
      headers: json,
    })
    assert.deepEqual(
      [
        response.status,
        response.code,
        response.message,
        response.hint,
        response.details,
        response.headers['retry-after'],
      ],
      [429, 'too_wet', 'It rains.', 'Wait.', 'Much.', '7'],
    )
    const lateRefusal = await assertRefused('/rpc/fail', {
      method: 'POST',
      body: { state: 'PT503', message: 'Come back at noon.' },
      headers: json,
    })
    assert.deepEqual([lateRefusal.status, lateRefusal.message], [503, 'Come back at noon.'])
    const badHeader = JSON.stringify({ status: 400, headers: { 'x a': 'b\nc' } })
    for (const [invalidMessage, invalidDetail] of [
      [message, badHeader],
      ['{}', detail],
      [message, '{}'],
      ['x', 'y'],
      [message, '{"status":42}'],
    ]) {
      const refusal = await assertRefused('/rpc/fail', {
        method: 'POST',
        body: { state: 'PGRST', message: invalidMessage, detail: invalidDetail },
        headers: json,
      })
      assert.deepEqual([refusal.status, refusal.code], [500, 'PGRST121'])
    }
  })

  test('can refuse with a status and a reason phrase', async () => {
    const readStatus = async (detail: unknown) => {
      const body = {
        state: 'PGRST',
        message: JSON.stringify({ code: 'too_wet', message: 'It rains.' }),
        detail: JSON.stringify(detail),
      }
      const { status, statusText } = await fetch(`http://127.0.0.1:${port}/rest/v1/rpc/fail`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...json, authorization: `Bearer ${await tokenFor({})}` },
      })
      return [status, statusText]
    }
    assert.deepEqual(await readStatus({ status: 332, status_text: 'Too Wet' }), [332, 'Too Wet'])
    assert.deepEqual(await readStatus({ status: 404 }), [404, 'Not Found'])
    for (const status_text of ['a\r\nb: c', '', 7])
      assert.deepEqual(await readStatus({ status: 404, status_text }), [404, 'Not Found'])
  })

  test('refuses visitors with 401 and a challenge', async () => {
    const { status, headers } = await assertRefused('/makers', { headers: { authorization: '' } })
    assert.deepEqual([status, headers['www-authenticate']], [401, 'Bearer'])
  })
})

suite('a request with data that is nested too deeply', () => {
  test('gets 400 and advice', async () => {
    const body = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    for (const path of ['/makers', '/rpc/setting']) {
      const { status, code, hint } = await assertRefused(path, {
        method: 'POST',
        body,
        headers: json,
      })
      assert.deepEqual(
        [status, code, hint],
        [400, '54001', 'Send data that is nested less deeply.'],
      )
    }
  })
})

suite('a percent sign in the query string', () => {
  test('stands for itself if no two hexadecimal digits follow', async () => {
    for (const filter of [
      'name=like.%',
      'name=ilike.%n%',
      'name=in.(100%,One)',
      'or=(name.like.%n%)',
    ])
      assert.match((await ask(`/makers?${filter}`)).body, /"One"/, filter)
  })

  test('begins an escape otherwise, which must be UTF-8', async () => {
    assert.match((await ask('/makers?name=eq.%4fne')).body, /"One"/)
    const { status, code, hint } = await assertRefused('/makers?name=like.%ba%')
    assert.deepEqual([status, code, hint], [400, 'PGRST100', 'Write %25 for a percent sign.'])
  })
})

suite('the role of a token', () => {
  const askAs = async (role: string) =>
    assertRefused('/makers', { headers: { authorization: `Bearer ${await tokenFor({ role })}` } })

  test('gets 401 if it does not exist', async () => {
    const { status, code, message, headers } = await askAs('nobody')
    assert.deepEqual([status, code], [401, '22023'])
    assert.equal(message, 'role "nobody" does not exist')
    assert.equal(headers['www-authenticate'], 'Bearer')
  })

  test('gets 403 if requests may not use it', async () => {
    for (const role of ['postgres', 'authenticator', 'pg_read_all_data']) {
      const { status, code, message } = await askAs(role)
      assert.deepEqual([status, code], [403, '42501'])
      assert.equal(message, `permission denied to set role "${role}"`)
    }
  })
})
