import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startRestServer } from '../testing.ts'

const { ask, assertRefused } = await startRestServer()

async function read(path: string, headers = {}) {
  const { status, json, body } = await ask(path, { headers })
  assert.ok(status === 200 || status === 206, body)
  return json
}

const csvRequest = { headers: { accept: 'text/csv' } }

suite('an embed', () => {
  test('to one is an object or null', async () => {
    assert.deepEqual(await read('/things?select=id,makers!things_maker_id_fkey(name)&order=id'), [
      { id: 1, makers: { name: 'One' } },
      { id: 2, makers: { name: 'Two' } },
      { id: 3, makers: null },
    ])
  })

  test('can be named by constraint, by column and by an alias', async () => {
    assert.deepEqual(
      await read('/things?select=maker_id(name),second:second_maker(name)&id=eq.1'),
      [{ maker_id: { name: 'One' }, second: { name: 'Two' } }],
    )
  })

  test('with two possible relationships is refused, and the error lists both', async () => {
    const { status, code, hint, details } = await assertRefused('/things?select=makers(name)')
    assert.deepEqual([status, code], [300, 'PGRST201'])
    assert.match(hint ?? '', /'makers!second_maker', 'makers!things_maker_id_fkey'/)
    assert.ok(Array.isArray(details) && details.length === 2)
  })

  test('that is unknown is reported before an unknown column', async () => {
    const { code } = await assertRefused('/things?select=nonsense,nowhere(id)&order=nonsense')
    assert.equal(code, 'PGRST200')
  })

  test('to many is a list, also of the relation itself', async () => {
    assert.deepEqual(
      await read('/makers?select=id,children:makers!parent_id(id)&order=id&children.order=id.desc'),
      [
        { id: 1, children: [{ id: 3 }, { id: 2 }] },
        { id: 2, children: [] },
        { id: 3, children: [] },
      ],
    )
    assert.deepEqual(await read('/makers?select=id,parent:parent_id(id)&id=eq.2'), [
      { id: 2, parent: { id: 1 } },
    ])
  })

  test('of the relation itself is named by its column, not by a constraint that fits both sides', async () => {
    const { code, message, details } = await assertRefused(
      '/makers?select=makers!makers_parent_id_fkey(id)',
    )
    assert.equal(code, 'PGRST200')
    assert.match(message, /between 'makers' and 'makers'/)
    assert.match(String(details), /using the hint 'makers_parent_id_fkey'/)
    const { code: parentCode } = await assertRefused('/makers?select=makers_parent_id_fkey(id)')
    assert.equal(parentCode, 'PGRST200')
  })

  test('with the name of another embed is refused, because only one would be visible', async () => {
    const refusal = await assertRefused(
      '/things?select=makers!maker_id(id),makers!second_maker(id)',
    )
    assert.deepEqual([refusal.status, refusal.code], [400, '42712'])
    assert.equal(refusal.message, 'table name "things_makers_1" specified more than once')
    assert.deepEqual(
      await read('/things?select=makers!maker_id(id),second:makers!second_maker(id)&id=eq.1'),
      [{ makers: { id: 1 }, second: { id: 2 } }],
    )
  })

  test('in a one-to-one relationship is an object from both sides', async () => {
    assert.deepEqual(await read('/things?select=manuals(pages)&id=lte.2&order=id'), [
      { manuals: { pages: 12 } },
      { manuals: null },
    ])
    assert.deepEqual(await read('/manuals?select=things(id)'), [{ things: { id: 1 } }])
  })

  test('follows a key of two columns', async () => {
    assert.deepEqual(await read('/pair_notes?select=pairs(note)'), [{ pairs: { note: 'two' } }])
  })

  // @covers dialect.embeds-views
  test('goes through views, and views of views', async () => {
    assert.deepEqual(
      await read('/cheap_things?select=thing,makers(name),manuals(pages)&thing=eq.1'),
      [{ thing: 1, makers: { name: 'One' }, manuals: { pages: 12 } }],
    )
    assert.deepEqual(await read('/cheapest_things?select=makers(name)'), [
      { makers: { name: 'One' } },
    ])
    assert.deepEqual(await read('/makers?select=id,cheapest_things(thing)&id=eq.1'), [
      { id: 1, cheapest_things: [{ thing: 1 }] },
    ])
  })

  test('can have filters, an order and a limit', async () => {
    const path =
      '/makers?select=id,things!second_maker(id)&things.price=lt.3&things.order=id&things.limit=1&id=eq.2'
    assert.deepEqual(await read(path), [{ id: 2, things: [{ id: 1 }] }])
  })

  test('marked inner decides which rows are returned', async () => {
    assert.deepEqual(await read('/things?select=id,maker_id!inner(name)&maker_id.name=eq.Two'), [
      { id: 2, maker_id: { name: 'Two' } },
    ])
    assert.deepEqual(
      await read('/makers?select=id,children:makers!parent_id!inner(id)&children.id=eq.3'),
      [{ id: 1, children: [{ id: 3 }] }],
    )
  })

  test('marked inner decides by its filtered rows', async () => {
    const childrenPath = '/makers?select=id,children:makers!parent_id!inner(id)&order=id'
    assert.deepEqual(await read(`${childrenPath}&children.order=id&children.offset=1`), [
      { id: 1, children: [{ id: 3 }] },
    ])
    assert.deepEqual(await read(`${childrenPath}&children.offset=2`), [])
    assert.deepEqual(await read(`${childrenPath}&children.limit=0`), [])
    const { headers } = await ask(`${childrenPath}&children.id=eq.3`, {
      headers: { prefer: 'count=exact' },
    })
    assert.equal(headers['content-range'], '0-0/1')
  })

  // @covers dialect.missing-embeds
  test('can be tested for existence with is.null', async () => {
    assert.deepEqual(await read('/things?select=id,manuals()&manuals=is.null&order=id'), [
      { id: 2 },
      { id: 3 },
    ])
    assert.deepEqual(await read('/things?select=id,manuals(pages)&manuals=not.is.null'), [
      { id: 1, manuals: { pages: 12 } },
    ])
    assert.equal((await assertRefused('/things?select=id,manuals()&manuals=eq.1')).code, 'PGRST120')
    assert.equal((await ask('/things?select=id,manuals()&id=eq.1', csvRequest)).body, 'id\n1')
  })

  test('can order the rows by its columns', async () => {
    assert.deepEqual(
      await read('/things?select=id,maker_id(name)&order=maker_id(name).desc.nullslast'),
      [
        { id: 2, maker_id: { name: 'Two' } },
        { id: 1, maker_id: { name: 'One' } },
        { id: 3, maker_id: null },
      ],
    )
    assert.equal(
      (await assertRefused('/makers?select=id,things!second_maker(id)&order=things(id)')).code,
      'PGRST118',
    )
  })

  test('can be nested', async () => {
    assert.deepEqual(
      await read('/manuals?select=things(id,maker_id(name,makers!parent_id(name)))'),
      [
        {
          things: {
            id: 1,
            maker_id: { name: 'One', makers: [{ name: 'Two' }, { name: 'Three' }] },
          },
        },
      ],
    )
  })
})
