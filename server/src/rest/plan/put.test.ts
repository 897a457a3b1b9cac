import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startRestServer } from '../testing.ts'

const { ask, post, assertRefused } = await startRestServer()

const put = (path: string, body: unknown, prefer = 'return=representation', headers = {}) =>
  ask(path, {
    method: 'PUT',
    body,
    headers: { prefer, 'content-type': 'application/json', ...headers },
  })

async function readRefusal(path: string, body: unknown) {
  const { status, code } = await assertRefused(path, {
    method: 'PUT',
    body,
    headers: { 'content-type': 'application/json' },
  })
  return [status, code]
}

suite('a PUT', () => {
  // @covers dialect.put
  test('creates or replaces the row that its address names', async () => {
    const created = await put('/makers?id=eq.80', { id: 80, name: 'New' })
    assert.deepEqual(
      [created.status, created.json],
      [201, [{ id: 80, name: 'New', parent_id: null }]],
    )
    const replaced = await put('/makers?id=eq.80&select=name', [{ id: 80, name: 'Newer' }])
    assert.deepEqual([replaced.status, replaced.json], [200, [{ name: 'Newer' }]])
    assert.equal(replaced.headers['preference-applied'], 'return=representation')
  })

  test('needs all columns of a composite key', async () => {
    const { status, json } = await put('/pairs?a=eq.8&b=eq.1', { a: 8, b: 1, note: 'x' })
    assert.deepEqual([status, json], [201, [{ a: 8, b: 1, note: 'x' }]])
    assert.deepEqual(await readRefusal('/pairs?a=eq.8', { a: 8, b: 1 }), [405, 'PGRST105'])
  })

  test('accepts a row that has only its key', async () => {
    assert.equal((await put('/single_key?id=eq.1', { id: 1 })).status, 201)
    assert.equal((await put('/single_key?id=eq.1', { id: 1 })).status, 200)
  })

  test('returns nothing unless the client asks for the row', async () => {
    const { status, body, headers } = await put('/makers?id=eq.81', { id: 81, name: 'x' }, '')
    assert.deepEqual([status, body, headers['content-type']], [204, '', undefined])
  })

  test('ignores a range', async () => {
    const headers = { accept: 'application/vnd.pgrst.object+json', range: '1-1' }
    const row = { id: 82, name: 'a' }
    const { json } = await put('/makers?id=eq.82&select=id', row, 'return=representation', headers)
    assert.deepEqual(json, { id: 82 })
  })

  test('needs exactly one row', async () => {
    const rows = [
      { id: 83, name: 'a' },
      { id: 84, name: 'b' },
    ]
    for (const body of [rows, rows.toReversed(), []]) {
      assert.deepEqual(await readRefusal('/makers?id=eq.83', body), [400, 'PGRST102'])
    }
    assert.deepEqual((await ask('/makers?id=in.(83,84)')).json, [])
  })

  test('needs filters on exactly the key', async () => {
    const body = { id: 84, name: 'x' }
    for (const filters of ['name=eq.x', 'id=not.eq.84', 'id=in.(84)', 'and=(id.eq.84)', ''])
      assert.deepEqual(await readRefusal(`/makers?${filters}`, body), [405, 'PGRST105'])
    assert.deepEqual(await readRefusal('/keyless?a=eq.1', { a: 1 }), [405, 'PGRST105'])
    assert.deepEqual(await readRefusal('/makers?id=eq.84&limit=1', body), [400, 'PGRST114'])
    assert.deepEqual(await readRefusal('/makers?id=eq.85', body), [400, 'PGRST115'])
    assert.deepEqual(await readRefusal('/makers?id=eq.85', { name: 'x' }), [400, 'PGRST115'])
    assert.deepEqual((await ask('/makers?id=gte.84&id=lte.85')).json, [])
  })
})

suite('an upsert', () => {
  test('returns 201 if it created a row, and 200 otherwise', async () => {
    const mergePrefer = 'resolution=merge-duplicates'
    const upsert = async (rows: unknown) => (await post('/makers', rows, mergePrefer)).status
    const existingRow = { id: 1, name: 'One' }
    assert.equal(await upsert([existingRow, { id: 90, name: 'New' }]), 201)
    assert.equal(await upsert([existingRow, { id: 90, name: 'New' }]), 200)
    assert.equal(await upsert([]), 200)
  })

  test('that ignores duplicates returns 201', async () => {
    const ignorePrefer = 'resolution=ignore-duplicates, return=representation'
    const { status, json } = await post('/makers', [{ id: 1, name: 'Other' }], ignorePrefer)
    assert.deepEqual([status, json], [201, []])
  })

  test('without a key is an insert', async () => {
    const { status, headers } = await post(
      '/keyless',
      { a: 90 },
      'resolution=merge-duplicates, return=minimal',
    )
    assert.deepEqual([status, headers['preference-applied']], [201, 'return=minimal'])
  })
})
