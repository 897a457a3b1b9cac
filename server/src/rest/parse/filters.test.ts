import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startRestServer } from '../testing.ts'

const { ask, assertRefused } = await startRestServer()

async function read(path: string, headers = {}) {
  const { status, json, body } = await ask(path, { headers })
  assert.ok(status === 200 || status === 206, body)
  return json
}

suite('a filter', () => {
  const readIds = async (filter: string) =>
    (await ask(`/things?select=id&order=id&${filter}`)).body.match(/\d+/g)?.map(Number) ?? []

  const cases: Record<string, number[]> = {
    'id=eq.1': [1],
    'id=neq.1': [2, 3],
    'id=gt.1': [2, 3],
    'id=gte.2': [2, 3],
    'id=lt.2': [1],
    'id=lte.2': [1, 2],
    'id=not.eq.1': [2, 3],
    'id=in.(1,3)': [1, 3],
    'id=not.in.(1,3)': [2],
    'id=in.()': [],
    'id=eq(any).{1,2}': [1, 2],
    'id=gt(all).{1,2}': [3],
    'mood=eq.busy': [2],
    'maker_id=is.null': [3],
    'maker_id=is.not_null': [1, 2],
    'maker_id=not.is.null': [1, 2],
    'maker_id=isdistinct.1': [2, 3],
    '%22odd%20%5C%22name%22=like.a*': [1],
    '%22odd%20%5C%22name%22=ilike.A*': [1],
    '%22odd%20%5C%22name%22=like(any).{a*,back*}': [1, 2],
    '%22odd%20%5C%22name%22=match.^a': [1],
    '%22odd%20%5C%22name%22=imatch.^A': [1],
    '%22odd%20%5C%22name%22=in.(%22a%20%5C%22quoted%5C%22,%20one%22)': [1],
    'tags=cs.{b}': [1, 2],
    'tags=cd.{a,b,e}': [1, 3],
    'tags=ov.{a,%22c%20d%22}': [1, 2],
    'facts=cs.{%22list%22:[1]}': [1],
    'facts->size->w=eq.3': [1],
    'facts->size->>w=eq.10': [3],
    'facts->size->>w=in.(3,10)': [1, 3],
    'select=id&facts->>missing=is.null': [1, 2, 3],
    'or=(id.eq.1,id.eq.3)': [1, 3],
    'not.or=(id.eq.1,id.eq.3)': [2],
    'and=(id.gt.1,or(mood.eq.busy,not.and(id.lt.9,id.gt.5)))': [2, 3],
    'or=(id.in.(1,2),tags.cs.{zz})': [1, 2],
    'or=(%22odd%20%5C%22name%22.eq.%22a%20%5C%22quoted%5C%22,%20one%22,id.eq.2)': [1, 2],
    'or=(id.not.eq.1,facts->size->>w.eq.3)': [1, 2, 3],
    'id=gt.1&id=lt.3': [2],
  }
  for (const [filter, expected] of Object.entries(cases)) {
    // @covers dialect.filters
    test(`${decodeURIComponent(filter)} finds ${expected.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await readIds(filter.replace('select=id&', '')), expected)
    })
  }

  const search = async (filter: string) =>
    (await ask(`/texts?select=id&order=id&${filter}`)).body.match(/\d+/g)?.map(Number) ?? []

  const searches: Record<string, number[]> = {
    'words=fts.cat': [1],
    'words=fts(english).cats': [1],
    'words=plfts.the+cat': [1],
    'words=phfts.cat+sits': [1],
    'words=wfts.dogs+or+cats': [1, 2],
    'words=not.wfts.cats': [2],
    'body=fts(english).impossible': [2],
    'body=plfts(simple).The+cat': [1],
    'body=not.phfts(english).cat+sits': [2],
    'facts=fts.cat': [1],
    'facts->>said=fts.cat': [1],
    'facts->said=plfts(english).fat+cats': [1],
    'or=(words.fts.cat,body.plfts(english).dogs)': [1, 2],
    'and=(words.not.fts(english).cat,id.lt.3)': [2],
    'span=sl.[4,9)': [1],
    'span=sr.[1,4)': [2, 3],
    'span=nxr.[4,9)': [1, 2],
    'span=nxl.[4,9)': [2, 3],
    'span=adj.[9,20)': [2, 3],
    'span=not.adj.[9,20)': [1],
    'span=ov.[3,5)': [1, 2],
    'spans=sl.{[4,9)}': [1],
    'or=(span.sl.%22[4,9)%22,span.sr.%22[10,11)%22)': [1, 3],
  }
  for (const [filter, expected] of Object.entries(searches)) {
    test(`${decodeURIComponent(filter)} finds ${expected.join(', ')}`, async () => {
      assert.deepEqual(await search(filter), expected)
    })
  }

  test('filters embedded resources', async () => {
    assert.deepEqual(
      await read('/teachers?select=id,courses!inner(title)&courses.title=fts(english).musical'),
      [{ id: 2, courses: [{ title: 'Music' }] }],
    )
  })

  test('in an unknown language is refused', async () => {
    const { status, code } = await assertRefused('/texts?body=fts(klingon).cat')
    assert.deepEqual([status, code], [400, '42704'])
  })

  // @covers dialect.any-all
  test('accepts any and all only for some operators', async () => {
    for (const operation of ['neq(any).{1}', 'in(any).(1)', 'is(all).null', 'sl(any).{1}']) {
      const { code } = await assertRefused(`/texts?id=not.${operation}`)
      assert.equal(code, 'PGRST100', operation)
    }
  })

  test('accepts an extra bracket, and spaces in a list', async () => {
    assert.deepEqual(await readIds('or=(id.eq.1,id.eq.3))'), [1, 3])
    assert.deepEqual(await readIds('id=in.(%20%20)'), [])
    assert.deepEqual(await readIds('id=in.(%201,%203%20)'), [1, 3])
  })

  test('that is invalid is refused with the position and the expected text', async () => {
    const readMessage = async (query: string) => {
      const { message, details } = await assertRefused(`/things?${query}`)
      return `${message}: ${String(details)}`
    }
    assert.equal(
      await readMessage('or=()'),
      '"failed to parse logic tree (())" (line 1, column 4): unexpected ")" expecting ' +
        'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    )
    assert.equal(
      await readMessage('id=5'),
      '"failed to parse filter (5)" (line 1, column 1): unexpected "5" expecting "not" or operator (eq, gt, ...)',
    )
    assert.equal(
      await readMessage('select=facts->>--3'),
      '"failed to parse select parameter (facts->>--3)" (line 1, column 10): unexpected "-" expecting digit',
    )
  })

  test('reads + as a space', async () => {
    assert.deepEqual(await read('/makers?select=id&name=eq.One+or'), [])
  })

  test('without an operator is refused', async () => {
    const { status, code } = await assertRefused('/things?id=1')
    assert.deepEqual([status, code], [400, 'PGRST100'])
    const refusal = await assertRefused('/things?id=1', { method: 'DELETE' })
    assert.equal(refusal.code, 'PGRST100')
  })
})
