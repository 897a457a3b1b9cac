import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startRestServer } from '../testing.ts'

const { ask, assertRefused } = await startRestServer()

async function read(path: string) {
  const { status, json, body } = await ask(path)
  assert.ok(status === 200 || status === 206, body)
  return json
}

suite('a domain with its own casts', () => {
  // @covers dialect.domains
  test('is formatted by its function in every position', async () => {
    const timetable = [
      { id: 1, rings: '08:05' },
      { id: 2, rings: '10:00' },
      { id: 3, rings: 'never' },
    ]
    assert.deepEqual(await read('/bells?select=id,rings&order=id'), timetable)
    assert.deepEqual(await read('/bells?select=at:rings::text&id=eq.1'), [{ at: '"08:05"' }])
    assert.deepEqual(await read('/bells?id=eq.3'), [
      { id: 3, rings: 'never', course_id: null, note: null },
    ])
    assert.deepEqual(await read('/courses?select=bells(rings)&bells.order=rings&id=eq.1'), [
      { bells: [{ rings: '08:05' }, { rings: '10:00' }] },
    ])
    assert.deepEqual(await read('/courses?select=...bells(rings)&bells.order=rings&id=eq.1'), [
      { rings: ['08:05', '10:00'] },
    ])
  })

  test('is formatted in the response to a write', async () => {
    const { json } = await ask('/bells?id=eq.2&select=rings', {
      method: 'PATCH',
      body: { course_id: 1 },
      headers: { prefer: 'return=representation', 'content-type': 'application/json' },
    })
    assert.deepEqual(json, [{ rings: '10:00' }])
  })

  test('is filtered by its formatted value', async () => {
    const readIds = async (filter: string) =>
      (await ask(`/bells?select=id&order=id&${filter}`)).body.match(/\d+/g)?.map(Number) ?? []
    assert.deepEqual(await readIds('rings=eq.08:05'), [1])
    assert.deepEqual(await readIds('rings=gt.8:00'), [1, 2])
    assert.deepEqual(await readIds('rings=in.(8:05,9:00,10:00)'), [1, 2])
    assert.deepEqual(await readIds('rings=not.in.(8:05)'), [2])
    assert.deepEqual(await readIds('or=(rings.eq.10:00,rings.is.null)'), [2, 3])
    assert.deepEqual(await read('/courses?select=id,bells!inner(id)&bells.rings=eq.10:00'), [
      { id: 1, bells: [{ id: 2 }] },
    ])
  })

  test('is written by its formatted value in every kind of body', async () => {
    const write = async (method: string, path: string, body: unknown, extraHeaders = {}) => {
      const headers = {
        prefer: 'return=representation, missing=default, resolution=merge-duplicates',
        'content-type': 'application/json',
        ...extraHeaders,
      }
      const { status, json, body: text } = await ask(path, { method, body, headers })
      assert.ok(status < 300, text)
      return json
    }
    const chimes = [{ at: '12:00', times: '00:12' }]
    assert.deepEqual(await write('POST', '/chimes', chimes), chimes)
    const changes = { times: '00:24' }
    assert.deepEqual(await write('PATCH', '/chimes?at=eq.12:00', changes), [
      { at: '12:00', times: '00:24' },
    ])
    const invalidRow = { at: '12:00', times: 'never' }
    assert.deepEqual(await write('PUT', '/chimes?at=eq.12:00', invalidRow), [invalidRow])
    const inserted = [{ at: '13:00' }, { at: '14:00', times: null }]
    assert.deepEqual(await write('POST', '/chimes?columns=at,times', inserted), [
      { at: '13:00', times: '01:00' },
      { at: '14:00', times: 'never' },
    ])
    const csvHeaders = { 'content-type': 'text/csv' }
    assert.deepEqual(await write('POST', '/chimes', 'at,times\n15:00,0:03', csvHeaders), [
      { at: '15:00', times: '00:03' },
    ])
    assert.deepEqual(await read('/chimes?select=at::text&at=eq.12:00'), [{ at: '"12:00"' }])
  })

  test('is refused if the value is invalid', async () => {
    const headers = { 'content-type': 'application/json' }
    const body = { at: 'noon' }
    const { status, code } = await assertRefused('/chimes', { method: 'POST', body, headers })
    assert.deepEqual([status, code], [400, '22P02'])
  })

  test('cannot be matched by a pattern', async () => {
    const { status, code } = await assertRefused('/bells?rings=like.08*')
    assert.deepEqual([status, code], [404, '42883'])
  })
})

suite('a domain of vectors', () => {
  test('is searched as a vector', async () => {
    assert.deepEqual(await read('/bells?select=id&note=fts.bells'), [{ id: 1 }])
  })
})
