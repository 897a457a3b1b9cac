import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startRestServer } from '../testing.ts'

const { ask, assertRefused } = await startRestServer()
const json = 'application/json'

async function call(path: string, body?: unknown, type = json, headers = {}) {
  const response = await ask(`/rpc/${path}`, {
    method: 'POST',
    ...(body === undefined ? {} : { body }),
    headers: { 'content-type': type, ...headers },
  })
  assert.ok(response.status < 300, response.body)
  return response.json
}

async function readRefusal(path: string, body: unknown, type = json, headers = {}) {
  return assertRefused(`/rpc/${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': type, ...headers },
  })
}

suite('a function with one unnamed parameter', () => {
  test('gets the whole body', async () => {
    assert.deepEqual(await call('take_json', { a: 1, b: [2] }), { a: 1, b: [2] })
    assert.deepEqual(await call('take_json', [1, 'x']), [1, 'x'])
    assert.equal(await call('take_json', '5'), 5)
    assert.equal(await call('take_text', 'some text', 'text/plain; charset=utf-8'), 'some text')
    assert.equal(await call('take_bytes', 'ü', 'application/octet-stream'), String.raw`c3bc`)
    assert.equal(await call('take_xml', '<a>b</a>', 'text/xml'), '<a>b</a>')
    assert.equal((await readRefusal('take_xml', '<', 'text/xml')).code, '2200N')
  })

  test('is called if no other function has the given names', async () => {
    assert.equal(await call('many', {}), 'none')
    assert.equal(await call('many', { x: 1, y: 2 }), 3)
    assert.equal(await call('many', { z: 1 }), 'json')
    assert.equal(await call('many', 'x', 'text/plain'), 'text: x')
    const { json: read } = await ask('/rpc/many', { headers: { 'content-type': 'text/plain' } })
    assert.equal(read, 'none')
  })

  test('gets a whole object with an empty key, whatever its type', async () => {
    assert.equal(await call('take_text', { '': 'x' }), '{"":"x"}')
    assert.equal((await readRefusal('take_text', { '': 'x', y: 1 })).code, 'PGRST202')
    assert.equal((await readRefusal('take_number', { '': 1 })).code, 'PGRST202')
    assert.equal((await assertRefused('/rpc/take_text?=x')).code, 'PGRST202')
  })

  test('of an unsupported type is not found, even with a default', async () => {
    const { status, code } = await readRefusal('take_any_number', {})
    assert.deepEqual([status, code], [404, 'PGRST202'])
    const description = JSON.stringify((await ask('/')).json)
    assert.ok(
      description.includes('/rpc/take_text') && !description.includes('/rpc/take_any_number'),
    )
  })

  test('is found by the type of its parameter', async () => {
    const numberRefusal = await readRefusal('take_number', { x: 1, y: 2 })
    assert.equal(numberRefusal.hint, null)
    assert.deepEqual(
      [numberRefusal.status, numberRefusal.code, numberRefusal.message, numberRefusal.details],
      [
        404,
        'PGRST202',
        'Could not find the function lab.take_number(x, y) in the schema cache',
        'Searched for the function lab.take_number with parameters x, y or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      ],
    )
    const textRefusal = await readRefusal('take_number', 'x', 'text/plain')
    assert.deepEqual(
      [textRefusal.message, textRefusal.details, textRefusal.hint],
      [
        'Could not find the function lab.take_number in the schema cache',
        'Searched for the function lab.take_number with a single unnamed text parameter, but no matches were found in the schema cache.',
        null,
      ],
    )
    const csvRefusal = await readRefusal('many', 'a,b\n1,2', 'text/csv')
    assert.equal(
      csvRefusal.message,
      'Could not find the function lab.many(a, b) in the schema cache',
    )
    const ambiguousRefusal = await readRefusal('twins', { a: 1 })
    assert.deepEqual(
      [ambiguousRefusal.status, ambiguousRefusal.message],
      [
        300,
        'Could not choose the best candidate function between: lab.twins( => json), lab.twins( => jsonb)',
      ],
    )
  })
})

suite('a call', () => {
  test('uses the first of several objects or rows', async () => {
    assert.equal(
      await call('add', [
        { a: 1, b: 2 },
        { a: 9, b: 9 },
      ]),
      3,
    )
    assert.equal(await call('add', 'a,b\n1,2\n9,9', 'text/csv'), 3)
  })

  test('returns a composite, a domain of a composite or a record', async () => {
    assert.deepEqual(await call('here'), { x: 3, y: 4 })
    assert.deepEqual(await call('own_here'), { x: 3, y: 4 })
    assert.deepEqual(await call('places?x=gt.1&select=y'), [{ y: 4 }])
    assert.equal(await call('nowhere'), null)
    assert.deepEqual(await call('some_record'), { id: 1, name: 'One' })
    assert.deepEqual(await call('some_records', { lowest: 2 }), [
      { id: 2, name: 'Two' },
      { id: 3, name: 'Three' },
    ])
  })

  test('accepts text of any length unless the type limits it', async () => {
    assert.deepEqual(await call('long_words', { word: 'several', bits: '101' }), ['several', '101'])
    const { json: read } = await ask('/rpc/long_words?word=several&bits=101')
    assert.deepEqual(read, ['several', '101'])
  })

  test('reports one row for a single value', async () => {
    const headers = { prefer: 'count=exact' }
    const response = await ask('/rpc/add?a=1', { headers })
    assert.deepEqual([response.status, response.headers['content-range']], [200, '0-0/1'])
    assert.equal((await ask('/rpc/here')).headers['content-range'], '0-0/*')
  })

  test('by HEAD ignores a range', async () => {
    const headers = { range: '1-1', prefer: 'count=exact' }
    const { headers: responseHeaders } = await ask('/rpc/rows_of?most=3', {
      method: 'HEAD',
      headers,
    })
    assert.equal(responseHeaders['content-range'], '0-2/3')
  })

  test('respects max-affected', async () => {
    const maxAffected = (rows: number) => ({ prefer: `handling=strict, max-affected=${rows}` })
    const { code } = await readRefusal('touch_pairs', {}, json, maxAffected(1))
    assert.equal(code, 'PGRST124')
    assert.deepEqual((await ask('/pairs?note=eq.touched')).json, [])
    const valueRefusal = await readRefusal('add', { a: 1 }, json, maxAffected(1))
    assert.deepEqual([valueRefusal.status, valueRefusal.code], [400, 'PGRST128'])
  })
})
