import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { startRestServer } from '../testing.ts'

const { ask, pool, post, assertRefused } = await startRestServer()

beforeEach(async () => {
  await pool.query(
    "delete from lab.things where id > 3; delete from lab.makers where id > 3; update lab.things set price = 1.5 where id = 1; update lab.pairs set note = 'one' where b = 1; delete from lab.pairs where b > 2",
  )
})

const json = { 'content-type': 'application/json' }
const representationHeaders = { ...json, prefer: 'return=representation' }

suite('an update', () => {
  test('changes the rows that match the filters', async () => {
    const { status, headers, body } = await ask('/things?id=eq.1', {
      method: 'PATCH',
      body: { price: 2 },
      headers: json,
    })
    assert.deepEqual([status, headers['content-range'], body], [204, '0-0/*', ''])
    const { json: rows } = await ask('/things?select=id,price&price=eq.2')
    assert.deepEqual(rows, [{ id: 1, price: 2 }])
  })

  test('returns the changed rows', async () => {
    const { status, json: rows } = await ask(
      '/things?id=lte.2&or=(id.eq.1,id.eq.9)&select=label,manuals(pages)',
      {
        method: 'PATCH',
        body: { price: 3 },
        headers: representationHeaders,
      },
    )
    assert.deepEqual(
      [status, rows],
      [200, [{ label: '1: a "quoted", one', manuals: { pages: 12 } }]],
    )
  })

  test('with an empty object changes nothing', async () => {
    const { status, json: rows } = await ask('/things?id=eq.1', {
      method: 'PATCH',
      body: {},
      headers: representationHeaders,
    })
    assert.deepEqual([status, rows], [200, []])
  })

  test('of a hidden row changes nothing', async () => {
    const { status, headers } = await ask('/guarded?id=eq.2', {
      method: 'PATCH',
      body: { secret: 'x' },
      headers: json,
    })
    assert.deepEqual([status, headers['content-range']], [204, '*/*'])
  })

  test('accepts only one object', async () => {
    const { code } = await assertRefused('/things?id=eq.1', {
      method: 'PATCH',
      body: [{ price: 1 }, { price: 2 }],
      headers: json,
    })
    assert.equal(code, 'PGRST102')
  })

  test('filtered by an embed is refused', async () => {
    const { code } = await assertRefused('/things?select=id,manuals(pages)&manuals=is.null', {
      method: 'PATCH',
      body: { price: 1 },
      headers: representationHeaders,
    })
    assert.equal(code, 'PGRST120')
  })
})

suite('a parameter that does not limit the written rows', () => {
  for (const method of ['PATCH', 'DELETE']) {
    test(`is refused for ${method}: an inner embed, a limit, an offset`, async () => {
      const body = method === 'PATCH' ? { body: { price: 66 } } : {}
      const updatePrice = async (path: string) =>
        (await assertRefused(path, { method, ...body, headers: representationHeaders })).code
      assert.equal(
        await updatePrice('/things?select=id,maker_id!inner(id)&maker_id.id=eq.1'),
        'PGRST120',
      )
      assert.equal(await updatePrice('/things?id=gt.0&limit=1'), 'PGRST127')
      assert.equal(await updatePrice('/things?id=gt.0&offset=1'), 'PGRST127')
      assert.deepEqual((await ask('/things?select=id&price=neq.66&order=id')).json, [
        { id: 1 },
        { id: 2 },
        { id: 3 },
      ])
    })
  }
})

suite('a deletion', () => {
  test('deletes the rows that match the filters', async () => {
    await post('/makers', [
      { id: 40, name: 'x' },
      { id: 41, name: 'y' },
    ])
    const { status, json: rows } = await ask('/makers?id=gte.40&select=id&order=id', {
      method: 'DELETE',
      headers: representationHeaders,
    })
    assert.deepEqual([status, rows], [200, [{ id: 40 }, { id: 41 }]])
    const response = await ask('/makers?id=gte.40', {
      method: 'DELETE',
      headers: { prefer: 'count=exact' },
    })
    assert.deepEqual([response.status, response.headers['content-range']], [204, '*/0'])
  })

  test('of a referenced row is 409', async () => {
    const { status, code } = await assertRefused('/makers?id=eq.1', { method: 'DELETE' })
    assert.deepEqual([status, code], [409, '23503'])
  })
})

suite('a write that affects too many rows is rolled back', () => {
  test('if one object was requested', async () => {
    const headers = { ...representationHeaders, accept: 'application/vnd.pgrst.object+json' }
    const { code } = await assertRefused('/things?id=lte.2', {
      method: 'PATCH',
      body: { price: 77 },
      headers,
    })
    assert.equal(code, 'PGRST116')
    assert.deepEqual((await ask('/things?price=eq.77')).json, [])
    const singleObject = await ask('/things?id=eq.1&select=price', {
      method: 'PATCH',
      body: { price: 78 },
      headers,
    })
    assert.deepEqual([singleObject.status, singleObject.json], [200, { price: 78 }])
  })

  // @covers dialect.max-affected
  test('if max-affected is exceeded', async () => {
    const maxAffected = (count: number) => ({
      ...json,
      prefer: `handling=strict, max-affected=${count}`,
    })
    const { status, code, details } = await assertRefused('/things?id=lte.3', {
      method: 'PATCH',
      body: { price: 88 },
      headers: maxAffected(2),
    })
    assert.deepEqual([status, code, details], [400, 'PGRST124', 'The query affects 3 rows'])
    assert.deepEqual((await ask('/things?price=eq.88')).json, [])
    const allowed = await ask('/things?id=eq.1', {
      method: 'PATCH',
      body: { price: 88 },
      headers: maxAffected(2),
    })
    assert.equal(allowed.headers['preference-applied'], 'handling=strict, max-affected=2')
  })

  // @covers dialect.strict
  test('unknown preferences are refused with handling=strict', async () => {
    const { code, details } = await assertRefused('/things', {
      headers: { prefer: 'handling=strict, count=all, tx=rollback' },
    })
    assert.deepEqual([code, details], ['PGRST122', 'Invalid preferences: count=all, tx=rollback'])
    assert.equal((await ask('/things', { headers: { prefer: 'count=all' } })).status, 200)
  })
})
