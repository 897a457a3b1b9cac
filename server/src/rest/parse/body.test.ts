import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { until } from '../../../../tests/support/until.ts'
import { startRestServer } from '../testing.ts'

const { ask, pool, assertRefused, reloadSchema } = await startRestServer()
const csvHeaders = { 'content-type': 'text/csv' }
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }
const representationHeaders = { prefer: 'return=representation' }

async function insert(path: string, body: string, headers: Record<string, string>) {
  const response = await ask(path, {
    method: 'POST',
    body,
    headers: { ...representationHeaders, ...headers },
  })
  assert.equal(response.status, 201, response.body)
  return response.json ?? response.body
}

async function readRefusal(path: string, body: string, headers: Record<string, string>) {
  const { status, code, message } = await assertRefused(path, { method: 'POST', body, headers })
  return [status, code, message]
}

suite('a body in CSV', () => {
  // @covers dialect.csv-in
  test('has one row per line, and the names in the first line', async () => {
    const rows = await insert(
      '/makers?select=id,name,parent_id',
      'id,name\n60,Sixty\n61,Old\n',
      csvHeaders,
    )
    assert.deepEqual(rows, [
      { id: 60, name: 'Sixty', parent_id: null },
      { id: 61, name: 'Old', parent_id: null },
    ])
  })

  test('may have quotes, line breaks in fields, and nulls', async () => {
    const body = 'id,name,parent_id\r\n62,"a ""b"", c\nd",NULL\r\n63,"NULL",1'
    assert.deepEqual(await insert('/makers', body, csvHeaders), [
      { id: 62, name: 'a "b", c\nd', parent_id: null },
      { id: 63, name: 'NULL', parent_id: 1 },
    ])
  })

  test('can be returned as CSV', async () => {
    const headers = { ...csvHeaders, accept: 'text/csv; charset=utf-8' }
    assert.equal(
      await insert('/pairs', 'a,b,note\n7,1,\n7,2,NULL', headers),
      'a,b,note\n7,1,""\n7,2,',
    )
  })

  test('is refused if it is invalid', async () => {
    const readMakersRefusal = (body: string) => readRefusal('/makers', body, csvHeaders)
    assert.deepEqual(await readMakersRefusal(''), [400, 'PGRST102', 'not enough input'])
    assert.deepEqual(await readMakersRefusal('id,name\n1'), [
      400,
      'PGRST102',
      'All lines must have same number of fields',
    ])
    for (const malformedCsv of ['id\n"1', 'id\n"1"2', 'id\n"']) {
      assert.deepEqual((await readMakersRefusal(malformedCsv)).slice(0, 2), [400, 'PGRST102'])
    }
    assert.deepEqual((await readMakersRefusal('nonsense\n1')).slice(0, 2), [400, 'PGRST204'])
  })

  test('is refused if its column names are too long for so many rows', async () => {
    const csvLine = (count: number, name: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => name(index)).join(',')
    const longName = (index: number) => `${index}${'x'.repeat(55)}`
    const largeCsv = `${csvLine(2000, longName)}${`\n${csvLine(2000, () => '')}`.repeat(400)}`
    const cases: [body: string, message: string][] = [
      [largeCsv, 'The names of the columns in this CSV are too long for so many rows.'],
      [`${csvLine(2001, String)}\n`, 'A CSV can have at most 2000 columns.'],
      [`${'ä'.repeat(32)}\n1`, 'A column name in a CSV can have at most 63 bytes.'],
    ]
    for (const [body, message] of cases) {
      assert.deepEqual(await readRefusal('/makers', body, csvHeaders), [400, 'PGRST102', message])
      assert.deepEqual(await readRefusal('/rpc/add', body, csvHeaders), [400, 'PGRST102', message])
    }
  })

  test('may have many rows', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `\n${index + 1000},M`)
    const body = `id,name${lines.join('')}`
    const headers = { ...csvHeaders, prefer: 'return=minimal, count=exact' }
    const { status, headers: responseHeaders } = await ask('/makers', {
      method: 'POST',
      body,
      headers,
    })
    assert.deepEqual([status, responseHeaders['content-range']], [201, '*/10000'])
    await ask('/makers?id=gte.1000', { method: 'DELETE' })
  })

  test('can also update rows', async () => {
    const { json } = await ask('/makers?id=eq.60', {
      method: 'PATCH',
      body: 'name\nChanged',
      headers: { ...csvHeaders, ...representationHeaders },
    })
    assert.deepEqual(json, [{ id: 60, name: 'Changed', parent_id: null }])
  })
})

// @covers dialect.missing-default
test('a missing value gets the default of its column or domain', async () => {
  const { json } = await ask('/lucky?columns=id,note', {
    method: 'POST',
    body: { note: 'x' },
    headers: {
      'content-type': 'application/json',
      prefer: 'missing=default, return=representation',
    },
  })
  assert.deepEqual(json, [{ id: 13, note: 'x' }])
  const response = await ask('/things?id=eq.1&columns=price,mood&select=price,mood', {
    method: 'PATCH',
    body: { mood: 'busy' },
    headers: {
      'content-type': 'application/json',
      prefer: 'missing=default, return=representation',
    },
  })
  assert.deepEqual(response.json, [{ price: 1.5, mood: 'busy' }])
  assert.equal(response.headers['preference-applied'], 'missing=default, return=representation')
})

suite('a form', () => {
  // @covers dialect.form
  test('is one row', async () => {
    const rows = await insert('/makers', 'id=70&name=with+blank+%26+sign', formHeaders)
    assert.deepEqual(rows, [{ id: 70, name: 'with blank & sign', parent_id: null }])
  })

  test('has the arguments of a function', async () => {
    const callFunction = async (path: string, body: string) =>
      (await ask(`/rpc/${path}`, { method: 'POST', body, headers: formHeaders })).json
    assert.equal(await callFunction('add', 'a=1&b=2'), 3)
    assert.equal(await callFunction('total', 'numbers=1&numbers=5'), 6)
    assert.equal(await callFunction('many', ''), 'none')
  })
})

test('a name that PostgreSQL would truncate matches nothing', async () => {
  const json = { 'content-type': 'application/json' }
  const name = 'n'.repeat(63)
  await pool.query(`create table lab.long_names (${name} integer)`)
  await pool.query('grant all on lab.long_names to authenticated')
  await pool.query(
    `create function lab.long_name(${name} integer) returns integer language sql as 'select $1'`,
  )
  await pool.query('grant execute on function lab.long_name(integer) to authenticated')
  await reloadSchema()
  await until(async () => (await ask('/long_names')).status === 200)
  const singleKey = JSON.stringify({ [name]: 1 })
  assert.deepEqual(await insert('/long_names', singleKey, json), [{ [name]: 1 }])
  for (const [body, headers] of [
    [JSON.stringify({ [`${name}a`]: 1, [`${name}b`]: 2 }), json],
    [`${name}a=1`, formHeaders],
  ] as const) {
    assert.deepEqual((await readRefusal('/long_names', body, headers)).slice(0, 2), [
      400,
      'PGRST204',
    ])
    assert.deepEqual((await readRefusal('/rpc/long_name', body, headers)).slice(0, 2), [
      404,
      'PGRST202',
    ])
  }
  const twoKeys = JSON.stringify({ [name]: 1, [`${name}a`]: 2 })
  assert.deepEqual(await insert(`/long_names?columns=${name}`, twoKeys, json), [{ [name]: 1 }])
})

test('a body of any other type is refused with the name of the type', async () => {
  for (const type of ['text/html', 'multipart/form-data', 'application/nonsense']) {
    assert.deepEqual(await readRefusal('/makers', '1', { 'content-type': type }), [
      400,
      'PGRST102',
      `Content-Type not acceptable: ${type}`,
    ])
  }
  assert.deepEqual(await readRefusal('/makers', 'a', { 'content-type': 'text/plain' }), [
    400,
    'PGRST102',
    'Content-Type not acceptable: text/plain',
  ])
})

suite('a body with too many parts is refused', () => {
  const json = { 'content-type': 'application/json' }
  const list = (element: string) => `[${Array(10_001).fill(element).join()}]`
  const rows: [string, string, string, Record<string, string>][] = [
    ['empty objects', '/makers', list('{}'), json],
    ['objects', '/makers', list('{"id":1}'), json],
    ['empty lists', '/makers', list('[]'), json],
    ['numbers', '/makers', list('0'), json],
    ['arguments', '/rpc/wait', list('{}'), json],
    ['lines of CSV', '/makers', `name\n${'x\n'.repeat(10_001)}`, csvHeaders],
    ['empty lines of CSV', '/makers', `name\n${'\n'.repeat(10_001)}`, csvHeaders],
  ]
  for (const [description, path, body, headers] of rows) {
    test(description, async () => {
      assert.deepEqual(await readRefusal(path, body, headers), [
        400,
        'PGRST102',
        'A body can have at most 10000 rows.',
      ])
    })
  }

  for (const path of ['/makers', '/rpc/wait']) {
    test(`fields of a form to ${path}`, async () => {
      assert.deepEqual(await readRefusal(path, 'a=1&'.repeat(1000), formHeaders), [
        400,
        'PGRST102',
        'A form can have at most 1000 fields.',
      ])
    })
  }
})
