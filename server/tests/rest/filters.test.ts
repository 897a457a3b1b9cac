import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startLab } from './lab.ts'

const { ask, refused } = await startLab()

async function read(path: string, headers = {}) {
  const { status, json, body } = await ask(path, { headers })
  assert.ok(status === 200 || status === 206, body)
  return json
}

suite('a filter', () => {
  const ids = async (filter: string) =>
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
    test(`${decodeURIComponent(filter)} finds ${expected.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await ids(filter.replace('select=id&', '')), expected)
    })
  }

  test('takes + for a space', async () => {
    assert.deepEqual(await read('/makers?select=id&name=eq.One+or'), [])
  })

  test('without an operator is refused, and does not mean everything', async () => {
    const { status, code } = await refused('/things?id=1')
    assert.deepEqual([status, code], [400, 'PGRST100'])
    const gone = await refused('/things?id=1', { method: 'DELETE' })
    assert.equal(gone.code, 'PGRST100')
  })
})
