import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startRestServer } from '../testing.ts'

const { ask, pool, assertRefused } = await startRestServer()
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

suite('a function call', () => {
  // @covers dialect.named-arguments
  test('takes named arguments and fills in defaults', async () => {
    assert.equal(await call('add', { a: 1, b: 2 }), 3)
    assert.equal(await call('add', { a: 1 }), 11)
    assert.equal(await read('add?a=1&b=-2'), -1)
    assert.equal(await read('add?a=1'), 11)
  })

  // @covers dialect.variadic
  test('passes variadic arguments as a list', async () => {
    assert.equal(await call('total', { numbers: [1, 2, 3] }), 6)
    assert.equal(await read('total?numbers=%7B1,2%7D'), 3)
    assert.equal(await read('total?numbers=1&numbers=2&numbers=4'), 7)
    assert.equal(await read('total?numbers=5'), 5)
  })

  // @covers dialect.results
  test('returns a value, values, a row, rows or nothing', async () => {
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

  test('names its columns even if there is only one', async () => {
    assert.deepEqual(await read('one_column?most=2'), [{ n: 1 }, { n: 2 }])
    assert.deepEqual(await read('one_out'), { x: 5 })
  })

  test('accepts arguments that look like filters', async () => {
    assert.equal(await read('setting?name=like(x)'), null)
    assert.equal(await read('setting?name=in'), null)
  })

  test('uses the first of several objects with the same names', async () => {
    assert.equal(await call('add', [{ a: 1 }, { a: 2 }]), 11)
    const headers = { 'content-type': 'text/csv' }
    assert.equal(await call('add', 'a,b\n1,2\n3,4', headers), 3)
    for (const body of [
      [{ a: 1 }, { a: 1, b: 2 }],
      [{ a: 1 }, 7],
    ]) {
      const { status, code, message } = await assertRefused('/rpc/add', {
        method: 'POST',
        body,
        headers: json,
      })
      assert.deepEqual([status, code, message], [400, 'PGRST102', 'All object keys must match'])
    }
    assert.equal(await call('add?columns=a', [{ a: 1 }, { a: 1, b: 2 }]), 11)
  })

  test('that returns rows of a table can embed and filter', async () => {
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

  test('counts its rows and returns a range of them', async () => {
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

  test('returns an object or CSV', async () => {
    const object = { accept: 'application/vnd.pgrst.object+json' }
    assert.deepEqual(await call('rows_of', { most: 1 }, object), { n: 1, square: 1 })
    const { code } = await assertRefused('/rpc/rows_of', {
      method: 'POST',
      body: { most: 2 },
      headers: { ...json, ...object },
    })
    assert.equal(code, 'PGRST116')
    const { body } = await ask('/rpc/rows_of?most=2', { headers: { accept: 'text/csv' } })
    assert.equal(body, 'n,square\n1,1\n2,4')
  })

  // @covers dialect.call-by-get
  test('by GET or HEAD changes nothing', async () => {
    const { status, code } = await assertRefused('/rpc/write_thing')
    assert.deepEqual([status, code], [405, '25006'])
    assert.equal(await call('write_thing'), 900)
    assert.equal((await ask('/rpc/add?a=1', { method: 'HEAD' })).status, 200)
  })

  test('by another method is refused', async () => {
    for (const method of ['PATCH', 'DELETE', 'PUT']) {
      const { status, code, message } = await assertRefused('/rpc/add?a=1', { method })
      assert.deepEqual(
        [status, code, message],
        [405, 'PGRST101', `Cannot use the ${method} method on RPC`],
      )
    }
  })

  test('that fits no function gets a suggestion', async () => {
    const unknownArgument = await assertRefused('/rpc/add?c=1')
    assert.deepEqual([unknownArgument.status, unknownArgument.code], [404, 'PGRST202'])
    assert.equal(
      unknownArgument.message,
      'Could not find the function lab.add(c) in the schema cache',
    )
    assert.equal(unknownArgument.hint, 'Perhaps you meant to call the function lab.add(a, b)')
    const extraArgument = await assertRefused('/rpc/add?a=1&b=2&something=x')
    assert.equal(extraArgument.hint, 'Perhaps you meant to call the function lab.add(a, b)')
    const misspelled = await assertRefused('/rpc/first_number', {
      method: 'POST',
      body: { most: 1 },
      headers: json,
    })
    assert.equal(misspelled.hint, 'Perhaps you meant to call the function lab.first_numbers')
    assert.match(
      String(misspelled.details),
      /with parameter most or with a single unnamed json\/jsonb parameter/,
    )
  })

  // @covers dialect.overloads
  test('that fits several functions is refused, and the error lists the shortest function first', async () => {
    const { status, code, message } = await assertRefused('/rpc/either', {
      method: 'POST',
      body: { a: 1 },
      headers: json,
    })
    assert.deepEqual([status, code], [300, 'PGRST203'])
    assert.equal(
      message,
      'Could not choose the best candidate function between: lab.either(a => integer), lab.either(a => text), lab.either(a => character varying, b => integer)',
    )
  })

  test('needs an object of arguments', async () => {
    const numberBody = await assertRefused('/rpc/add', { method: 'POST', body: 7, headers: json })
    assert.deepEqual([numberBody.status, numberBody.code], [404, 'PGRST202'])
    assert.equal(
      (await assertRefused('/rpc/add?a=1', { method: 'POST', body: {}, headers: json })).code,
      'PGRST100',
    )
    assert.equal((await assertRefused('/rpc/add?a=x')).code, '22P02')
  })

  test('without a grant is refused', async () => {
    await pool.query('revoke execute on function lab.add(integer, integer) from authenticated')
    assert.equal((await assertRefused('/rpc/add?a=1')).status, 403)
    await pool.query('grant execute on function lab.add(integer, integer) to authenticated')
  })
})
