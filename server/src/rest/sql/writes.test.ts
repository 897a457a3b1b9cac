import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { startRestServer } from '../testing.ts'

const { pool, post, assertRefused } = await startRestServer()

beforeEach(async () => {
  await pool.query(
    "delete from lab.things where id > 3; delete from lab.makers where id > 3; update lab.things set price = 1.5 where id = 1; update lab.pairs set note = 'one' where b = 1; delete from lab.pairs where b > 2; delete from lab.namesakes where r > 1",
  )
})

const json = { 'content-type': 'application/json' }

suite('an insert', () => {
  test('returns nothing unless the client asks for the row', async () => {
    const { status, body, headers } = await post('/makers', { id: 10, name: 'Ten' }, '')
    assert.deepEqual([status, body, headers['content-range']], [201, '', '*/*'])
    assert.equal(headers['content-type'], undefined)
  })

  // @covers dialect.location
  test('has a Location with the key of the row', async () => {
    const { headers } = await post('/pairs', { a: 7, b: 8 }, 'return=headers-only')
    assert.equal(headers.location, '/pairs?a=eq.7&b=eq.8')
  })

  // @covers dialect.view-keys
  test('into a view has a Location with the keys of all its tables', async () => {
    const fullKeyResponse = await post(
      '/mentors',
      { maker_id: 1, pupil_id: 2 },
      'return=headers-only',
    )
    assert.equal(fullKeyResponse.headers.location, '/mentors?maker_id=eq.1&pupil_id=eq.2')
    const partialKeyResponse = await post('/mentors', { maker_id: 1 }, 'return=headers-only')
    assert.equal(partialKeyResponse.headers.location, '/mentors?maker_id=eq.1&pupil_id=is.null')
  })

  test('returns the requested columns with embeds and computed columns', async () => {
    const path = '/things?select=id,label,maker_id(name),plus:facts->a->>b'
    const { json: rows } = await post(path, { id: 20, maker_id: 1, facts: { a: { b: 'c' } } })
    assert.deepEqual(rows, [{ id: 20, label: '20: ', maker_id: { name: 'One' }, plus: 'c' }])
  })

  test('accepts many rows, and counts and orders them', async () => {
    const rows = [
      { id: 11, name: 'a' },
      { id: 12, name: 'b' },
    ]
    const {
      status,
      headers,
      json: created,
    } = await post('/makers?select=id&order=id.desc', rows, 'return=representation, count=exact')
    assert.deepEqual(
      [status, headers['content-range'], created],
      [201, '*/2', [{ id: 12 }, { id: 11 }]],
    )
    assert.equal(headers['preference-applied'], 'return=representation, count=exact')
  })

  test('accepts an empty list of rows', async () => {
    const { status, json: rows } = await post('/makers', [])
    assert.deepEqual([status, rows], [201, []])
  })

  test('of an empty object uses the defaults', async () => {
    const { status, json: rows } = await post('/things?select=price,mood,tags', {})
    assert.deepEqual([status, rows], [201, [{ price: 1.5, mood: 'calm', tags: [] }]])
    const many = await post('/things?select=price', [{}, {}])
    assert.deepEqual(many.json, [{ price: 1.5 }, { price: 1.5 }])
  })

  test('stores values of every type unchanged', async () => {
    const facts = { text: 'ü "\' \\ \n', list: [1, null, { a: true }], big: 1e20 }
    const row = { 'odd "name': 'a\\b', tags: ['x,y', '"', '\\'], facts, price: 0.1, mood: 'busy' }
    const { json: rows } = await post(
      '/things?select=%22odd%20%5C%22name%22,tags,facts,price,mood',
      row,
    )
    assert.deepEqual(rows, [row])
  })

  test('works for columns with names that the SQL uses itself', async () => {
    const row = {
      r: 2,
      t0: 3,
      t1r: 4,
      t1e: 5,
      value: 6,
      body: 7,
      given: 8,
      written: 9,
      called: 10,
      item: 11,
    }
    const { json: rows } = await post('/namesakes?select=*,sum_of', row)
    assert.deepEqual(rows, [{ ...row, sum_of: 5 }])
  })

  test('has a Location for a very large key', async () => {
    const { headers } = await post('/great', '{"id":9007199254740993}', 'return=headers-only')
    assert.equal(headers.location, '/great?id=eq.9007199254740993')
  })

  test('of an object with too many keys is refused immediately', async () => {
    const body = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, n]))
    const { status, code } = await assertRefused('/makers', { method: 'POST', body, headers: json })
    assert.deepEqual([status, code], [400, 'PGRST102'])
  })

  // @covers dialect.columns
  test('of rows with different keys is refused unless columns are given', async () => {
    const rows = [
      { id: 30, price: 3 },
      { id: 31, mood: 'busy' },
    ]
    const { code, message } = await assertRefused('/things', {
      method: 'POST',
      body: rows,
      headers: json,
    })
    assert.deepEqual([code, message], ['PGRST102', 'All object keys must match'])
    const path = '/things?select=id,price,mood&columns=id,price,mood'
    const response = await post(path, rows, 'return=representation, missing=default')
    assert.deepEqual(response.json, [
      { id: 30, price: 3, mood: 'calm' },
      { id: 31, price: 1.5, mood: 'busy' },
    ])
    const refusal = await assertRefused(path, { method: 'POST', body: rows, headers: json })
    assert.equal(refusal.code, '23502')
  })

  test('generates identities and ignores keys outside of columns', async () => {
    const rows = [{ mood: 'busy', price: 9 }, { mood: 'calm' }]
    const response = await post(
      '/things?select=price&columns=id,mood',
      rows,
      'return=representation, missing=default',
    )
    assert.deepEqual([response.status, response.json], [201, [{ price: 1.5 }, { price: 1.5 }]])
  })

  test('of an unknown column is refused with its name', async () => {
    const { status, code, message } = await assertRefused('/makers', {
      method: 'POST',
      body: { id: 1, nam: 'x' },
      headers: json,
    })
    assert.deepEqual([status, code], [400, 'PGRST204'])
    assert.equal(message, "Could not find the 'nam' column of 'makers' in the schema cache")
  })

  test('of a generated column is refused', async () => {
    assert.equal(
      (await assertRefused('/things', { method: 'POST', body: { twice: 4 }, headers: json }))
        .status,
      400,
    )
  })

  const bodies: Record<string, string> = {
    'no JSON': '{"id":',
    nothing: '',
    'a number': '5',
    text: '"a"',
    null: 'null',
    'a list of numbers': '[1]',
    'a list of lists': '[[]]',
  }
  for (const [description, body] of Object.entries(bodies)) {
    test(`of ${description} is refused`, async () => {
      const { status, code } = await assertRefused('/makers', {
        method: 'POST',
        body,
        headers: json,
      })
      assert.deepEqual([status, code], [400, 'PGRST102'])
    })
  }

  test('that violates a constraint returns the code for that kind of constraint', async () => {
    const insert = (path: string, body: unknown) =>
      assertRefused(path, { method: 'POST', body, headers: json })
    assert.deepEqual((await insert('/makers', { id: 1, name: 'again' })).status, 409)
    assert.deepEqual((await insert('/makers', { id: 9, name: 'x', parent_id: 99 })).code, '23503')
    assert.deepEqual((await insert('/makers', { id: 'x', name: 'x' })).code, '22P02')
    assert.deepEqual((await insert('/makers', { id: 9, name: 'a\u0000b' })).status, 400)
    assert.deepEqual((await insert('/things', { mood: 'sad' })).code, '22P02')
    assert.deepEqual((await insert('/guarded', { id: 9, owner: 'other' })).code, '42501')
  })
})

suite('an upsert', () => {
  // @covers dialect.upsert
  test('updates existing rows by the primary key or the given columns', async () => {
    const mergePrefer = 'resolution=merge-duplicates, return=representation'
    const {
      status,
      json: rows,
      headers,
    } = await post(
      '/pairs',
      [
        { a: 1, b: 1, note: 'new' },
        { a: 1, b: 3, note: 'three' },
      ],
      mergePrefer,
    )
    assert.equal(status, 201)
    assert.deepEqual(rows, [
      { a: 1, b: 1, note: 'new' },
      { a: 1, b: 3, note: 'three' },
    ])
    assert.match(headers['preference-applied'] ?? '', /resolution=merge-duplicates/)
    const response = await post(
      '/pairs?on_conflict=b,a',
      { a: 1, b: 1, note: 'newer' },
      mergePrefer,
    )
    assert.deepEqual(response.json, [{ a: 1, b: 1, note: 'newer' }])
  })

  test('can ignore existing rows', async () => {
    const ignorePrefer = 'resolution=ignore-duplicates, return=representation'
    const { json: rows } = await post(
      '/pairs',
      [
        { a: 1, b: 1, note: 'lost' },
        { a: 1, b: 4, note: 'four' },
      ],
      ignorePrefer,
    )
    assert.deepEqual(rows, [{ a: 1, b: 4, note: 'four' }])
  })

  test('into a relation without a key is a plain insert', async () => {
    const mergePrefer = 'resolution=merge-duplicates, return=representation'
    assert.deepEqual((await post('/keyless', { a: 1, b: 1 }, mergePrefer)).json, [{ a: 1, b: 1 }])
    const headers = { ...json, prefer: mergePrefer }
    const refusal = await assertRefused('/keyless', {
      method: 'POST',
      body: { a: 1, b: 2 },
      headers,
    })
    assert.deepEqual([refusal.status, refusal.code], [409, '23505'])
    assert.deepEqual((await post('/keyless?on_conflict=a', { a: 1, b: 3 }, mergePrefer)).json, [
      { a: 1, b: 3 },
    ])
  })

  test('with the same row twice is refused', async () => {
    const rows = [
      { a: 9, b: 9 },
      { a: 9, b: 9 },
    ]
    const headers = { ...json, prefer: 'resolution=merge-duplicates' }
    const { status, code } = await assertRefused('/pairs', { method: 'POST', body: rows, headers })
    assert.deepEqual([status, code], [400, '21000'])
  })

  test('by columns without a unique index is refused', async () => {
    const headers = { ...json, prefer: 'resolution=merge-duplicates' }
    const { status, code } = await assertRefused('/pairs?on_conflict=note', {
      method: 'POST',
      body: { a: 1, b: 1 },
      headers,
    })
    assert.deepEqual([status, code], [400, '42P10'])
    const unknown = await assertRefused('/pairs?on_conflict=nothing', {
      method: 'POST',
      body: { a: 1, b: 1 },
      headers,
    })
    assert.equal(unknown.code, 'PGRST204')
  })
})
