import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { me, startLab } from './lab.ts'

const { ask, pool, refused } = await startLab()
const json = { 'content-type': 'application/json' }

async function call(path: string, body?: unknown, headers = {}) {
  const {
    status,
    json: result,
    body: text,
  } = await ask(`/rpc/${path}`, {
    method: 'POST',
    ...(body === undefined ? {} : { body }),
    headers: { ...json, ...headers },
  })
  assert.ok(status < 300, text)
  return result
}

async function read(path: string) {
  const { status, json: result, body } = await ask(`/rpc/${path}`)
  assert.ok(status < 300, body)
  return result
}

suite('a call', () => {
  test('takes named arguments and fills in defaults', async () => {
    assert.equal(await call('add', { a: 1, b: 2 }), 3)
    assert.equal(await call('add', { a: 1 }), 11)
    assert.equal(await read('add?a=1&b=-2'), -1)
    assert.equal(await read('add?a=1'), 11)
  })

  test('takes variadic arguments as a list', async () => {
    assert.equal(await call('total', { numbers: [1, 2, 3] }), 6)
    assert.equal(await read('total?numbers=%7B1,2%7D'), 3)
  })

  test('gives a value, values, a row, rows or nothing', async () => {
    assert.deepEqual(await read('first_numbers?most=3'), [1, 2, 3])
    assert.deepEqual(await read('pair_of'), { low: 1, high: 'two' })
    assert.deepEqual(await read('rows_of?most=2'), [
      { n: 1, square: 1 },
      { n: 2, square: 4 },
    ])
    assert.deepEqual(await call('echo', { value: { a: [1, null] } }), { a: [1, null] })
    const { status, body, headers } = await ask('/rpc/nothing', { method: 'POST' })
    assert.deepEqual([status, body, headers['content-type']], [204, '', undefined])
  })

  test('that gives rows of a table reads on from them', async () => {
    const path =
      'all_things?select=id,label,maker_id(name)&maker_id=not.is.null&order=id.desc&limit=1'
    assert.deepEqual(await read(path), [
      { id: 2, label: '2: back\\slash\nand line', maker_id: { name: 'Two' } },
    ])
    assert.deepEqual(await read('thing?wanted=1&select=id,manuals(pages)'), {
      id: 1,
      manuals: { pages: 12 },
    })
    assert.deepEqual(await read('rows_of?most=9&n=gt.7&select=square&order=n.desc'), [
      { square: 81 },
      { square: 64 },
    ])
    assert.deepEqual(await read('all_things?select=id&label=like.1*'), [{ id: 1 }])
  })

  test('counts its rows and gives a range of them', async () => {
    const {
      status,
      headers,
      json: rows,
    } = await ask('/rpc/rows_of?most=5&limit=2&offset=1', {
      headers: { prefer: 'count=exact' },
    })
    assert.deepEqual([status, headers['content-range']], [206, '1-2/5'])
    assert.deepEqual(rows, [
      { n: 2, square: 4 },
      { n: 3, square: 9 },
    ])
  })

  test('answers as an object or as CSV', async () => {
    const object = { accept: 'application/vnd.pgrst.object+json' }
    assert.deepEqual(await call('rows_of', { most: 1 }, object), { n: 1, square: 1 })
    const { code } = await refused('/rpc/rows_of', {
      method: 'POST',
      body: { most: 2 },
      headers: { ...json, ...object },
    })
    assert.equal(code, 'PGRST116')
    const { body } = await ask('/rpc/rows_of?most=2', { headers: { accept: 'text/csv' } })
    assert.equal(body, 'n,square\n1,1\n2,4')
  })

  test('by GET or HEAD changes nothing', async () => {
    const { status, code } = await refused('/rpc/write_thing')
    assert.deepEqual([status, code], [405, '25006'])
    assert.equal(await call('write_thing'), 900)
    assert.equal((await ask('/rpc/add?a=1', { method: 'HEAD' })).status, 200)
  })

  test('by another method is refused', async () => {
    for (const method of ['PATCH', 'DELETE', 'PUT']) {
      const { status, code, message } = await refused('/rpc/add?a=1', { method })
      assert.deepEqual(
        [status, code, message],
        [405, 'PGRST101', `Cannot use the ${method} method on RPC`],
      )
    }
  })

  test('that no function fits says which one would', async () => {
    const wrong = await refused('/rpc/add?c=1')
    assert.deepEqual([wrong.status, wrong.code], [404, 'PGRST202'])
    assert.equal(wrong.message, 'Could not find the function lab.add(c) in the schema cache')
    assert.equal(wrong.hint, 'Perhaps you meant to call the function lab.add(a, b)')
    const typo = await refused('/rpc/first_number', {
      method: 'POST',
      body: { most: 1 },
      headers: json,
    })
    assert.equal(typo.hint, 'Perhaps you meant to call the function lab.first_numbers')
    assert.match(
      String(typo.details),
      /with parameter most or with a single unnamed json\/jsonb parameter/,
    )
  })

  test('that several functions fit is refused', async () => {
    const { status, code, message } = await refused('/rpc/either', {
      method: 'POST',
      body: { a: 1 },
      headers: json,
    })
    assert.deepEqual([status, code], [300, 'PGRST203'])
    assert.match(message, /lab\.either\(a => integer\), lab\.either\(a => text\)/)
  })

  test('takes one object of arguments', async () => {
    assert.equal(
      (await refused('/rpc/add', { method: 'POST', body: [{ a: 1 }, { a: 2 }], headers: json }))
        .code,
      'PGRST102',
    )
    assert.equal(
      (await refused('/rpc/add?a=1', { method: 'POST', body: {}, headers: json })).code,
      'PGRST100',
    )
    assert.equal((await refused('/rpc/add?a=x')).code, '22P02')
  })

  test('of what is not granted is refused', async () => {
    await pool.query('revoke execute on function lab.add(integer, integer) from authenticated')
    assert.equal((await refused('/rpc/add?a=1')).status, 403)
    await pool.query('grant execute on function lab.add(integer, integer) to authenticated')
  })
})

suite('what a function may know and say', () => {
  test('method, path, headers, cookies and claims', async () => {
    const headers = { cookie: 'a=b; c=d=e', 'x-mine': 'u' }
    const setting = async (name: string) => {
      const { json: value } = await ask(`/rpc/setting?name=${name}`, { headers })
      return String(value)
    }
    assert.equal(await setting('request.method'), 'GET')
    assert.equal(await setting('request.path'), '/rpc/setting')
    assert.match(await setting('request.headers'), /"x-mine":"u"/)
    assert.deepEqual(JSON.parse(await setting('request.cookies')), { a: 'b', c: 'd=e' })
    assert.deepEqual(JSON.parse(await setting('request.jwt.claims')), {
      role: 'authenticated',
      sub: me,
      aud: 'authenticated',
    })
    assert.equal(await setting('role'), 'authenticated')
    assert.equal(await setting('search_path'), '"lab", "public", "extensions"')
  })

  test('the status and headers of its answer', async () => {
    const body = { status: '418', headers: '[{"x-tea": "green"}, {"cache-control": "no-store"}]' }
    const { status, headers } = await ask('/rpc/answer_as', { method: 'POST', body, headers: json })
    assert.deepEqual(
      [status, headers['x-tea'], headers['cache-control']],
      [418, 'green', 'no-store'],
    )
  })

  test('but only such as are some', async () => {
    const answerAs = (status: string, headers: string) =>
      refused('/rpc/answer_as', { method: 'POST', body: { status, headers }, headers: json })
    assert.equal((await answerAs('fine', '[]')).code, 'PGRST112')
    assert.equal((await answerAs('99', '[]')).code, 'PGRST112')
    for (const headers of [
      '{}',
      'none',
      '[{"a b": "c"}]',
      '[{"a": "b\\r\\nc: d"}]',
      '[{"a": 1}]',
    ]) {
      assert.equal((await answerAs('200', headers)).code, 'PGRST111')
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
    ['XX000', 500],
  ]
  for (const [state, status] of states) {
    test(`a failure with ${state} is ${status}`, async () => {
      const answer = await refused('/rpc/fail', {
        method: 'POST',
        body: { state, message: 'in a table of ours' },
        headers: json,
      })
      assert.deepEqual([answer.status, answer.code], [status, state])
      if (status >= 500) assert.doesNotMatch(answer.message, /of ours/)
      if (status === 503) assert.equal(answer.headers['retry-after'], '1')
    })
  }

  test('a refusal in the words of a rule', async () => {
    const message = JSON.stringify({
      code: 'too_wet',
      message: 'It rains.',
      hint: 'Wait.',
      details: 'Much.',
    })
    const detail = JSON.stringify({ status: 429, headers: { 'Retry-After': '7' } })
    const answer = await refused('/rpc/fail', {
      method: 'POST',
      body: { state: 'PGRST', message, detail },
      headers: json,
    })
    assert.deepEqual(
      [
        answer.status,
        answer.code,
        answer.message,
        answer.hint,
        answer.details,
        answer.headers['retry-after'],
      ],
      [429, 'too_wet', 'It rains.', 'Wait.', 'Much.', '7'],
    )
    for (const [said, wanted] of [
      ['{}', detail],
      [message, '{}'],
      ['x', 'y'],
      [message, '{"status":42}'],
    ]) {
      const broken = await refused('/rpc/fail', {
        method: 'POST',
        body: { state: 'PGRST', message: said, detail: wanted },
        headers: json,
      })
      assert.deepEqual([broken.status, broken.code], [500, 'PGRST121'])
    }
  })

  test('a visitor who may not is 401, with the way in', async () => {
    const { status, headers } = await refused('/makers', { headers: { authorization: '' } })
    assert.deepEqual([status, headers['www-authenticate']], [401, 'Bearer'])
  })
})
