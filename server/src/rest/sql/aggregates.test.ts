import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startRestServer } from '../testing.ts'

const { ask, post } = await startRestServer({ AGGREGATES: 'on' })

async function read(path: string) {
  const { status, json, body } = await ask(path)
  assert.ok(status === 200 || status === 206, body)
  return json
}

suite('an aggregate', () => {
  test('is computed over all rows', async () => {
    assert.deepEqual(await read('/courses?select=count()'), [{ count: 4 }])
    assert.deepEqual(await read('/courses?select=count,teacher_id&teacher_id=eq.1'), [
      { count: 2, teacher_id: 1 },
    ])
    assert.deepEqual(
      await read(
        '/courses?select=hours.sum(),hours.avg()::float8,hours.min(),hours.max(),n:hours.count()',
      ),
      [{ sum: 100, avg: 100 / 3, min: 20, max: 50, n: 3 }],
    )
  })

  test('is computed over the filtered rows', async () => {
    assert.deepEqual(await read('/courses?select=hours.sum()&hours=gt.20'), [{ sum: 80 }])
    assert.deepEqual(await read('/courses?select=count()&title=eq.nothing'), [{ count: 0 }])
  })

  test('accepts casts of its input and its result', async () => {
    assert.deepEqual(await read('/courses?select=s:plan->>level::integer.sum()::text'), [
      { s: '6' },
    ])
    assert.deepEqual(await read('/courses?select=count()::text'), [{ count: '4' }])
  })

  test('is grouped by the other selected columns', async () => {
    assert.deepEqual(
      await read('/courses?select=by:teacher_id,hours.sum()&order=teacher_id.nullslast'),
      [
        { by: 1, sum: 80 },
        { by: 2, sum: 20 },
        { by: null, sum: null },
      ],
    )
    assert.deepEqual(await read('/courses?select=hours.sum(),teachers(name)&teacher_id=eq.1'), [
      { sum: 80, teachers: { name: 'Ada' } },
    ])
    assert.deepEqual(
      await read('/enrolments?select=pupil_id,count(),pupils(name,lockers(code))&order=pupil_id'),
      [
        { pupil_id: 1, count: 2, pupils: { name: 'Ida', lockers: { code: 'A1' } } },
        { pupil_id: 2, count: 2, pupils: { name: 'Jon', lockers: { code: 'B2' } } },
      ],
    )
  })

  test('counts its groups as rows', async () => {
    for (const count of ['exact', 'estimated']) {
      const range = async (path: string) => {
        const { status, headers } = await ask(path, { headers: { prefer: `count=${count}` } })
        return [status, headers['content-range']]
      }
      assert.deepEqual(await range('/courses?select=count()'), [200, '0-0/1'])
      assert.deepEqual(await range('/courses?select=teacher_id,count()'), [200, '0-2/3'])
      assert.deepEqual(
        await range('/courses?select=teacher_id,count()&order=teacher_id&limit=1&offset=1'),
        [206, '1-1/3'],
      )
      assert.deepEqual(await range('/courses?select=teacher_id,count()&teacher_id=eq.1'), [
        200,
        '0-0/1',
      ])
      assert.deepEqual(await range('/rpc/all_courses?select=hours.max()'), [200, '0-0/1'])
    }
    const { headers } = await ask('/courses?select=count()', {
      headers: { prefer: 'count=planned' },
    })
    assert.equal(headers['content-range'], '0-0/1')
  })

  test('is computed over embedded rows, for each row', async () => {
    assert.deepEqual(await read('/teachers?select=name,courses(hours.sum(),n:count())&order=id'), [
      { name: 'Ada', courses: [{ sum: 80, n: 2 }] },
      { name: 'Ben', courses: [{ sum: 20, n: 1 }] },
      { name: 'Cleo', courses: [{ sum: null, n: 0 }] },
    ])
  })

  test('in a spread is computed over the outer rows', async () => {
    assert.deepEqual(
      await read('/enrolments?select=...courses(title,hours.max(),n:count())&order=courses(title)'),
      [
        { title: 'Logic', max: 30, n: 2 },
        { title: 'Maths', max: 50, n: 1 },
        { title: 'Music', max: 20, n: 1 },
      ],
    )
    assert.deepEqual(
      await read(
        '/pupils?select=name,enrolments(...courses(...teachers(by:name),hours.sum()))&id=eq.2',
      ),
      [{ name: 'Jon', enrolments: [{ by: 'Ada', sum: 80 }] }],
    )
  })

  test('groups by the embeds of a spread', async () => {
    assert.deepEqual(await read('/absences?select=...courses(teachers(name),hours.sum())'), [
      { teachers: { name: 'Ada' }, sum: 30 },
    ])
  })

  test('in a to-many spread is refused', async () => {
    const { status, json } = await ask('/teachers?select=id,...courses(hours.sum())')
    assert.equal(status, 400)
    assert.deepEqual(json, {
      code: 'PGRST127',
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
      hint: null,
      message: 'Feature not implemented',
    })
  })

  test('is computed over results of functions and written rows', async () => {
    assert.deepEqual(await read('/rpc/all_courses?select=hours.max()'), [{ max: 50 }])
    const { json } = await post('/pairs?select=count()', [
      { a: 8, b: 1 },
      { a: 8, b: 2 },
    ])
    assert.deepEqual(json, [{ count: 2 }])
  })

  test('has a column name in CSV', async () => {
    const { body } = await ask('/courses?select=count(),hours.max()', {
      headers: { accept: 'text/csv' },
    })
    assert.equal(body, 'count,max\n4,50')
  })
})

suite('without AGGREGATES', async () => {
  const { assertRefused, ask: askStrict } = await startRestServer()

  // @covers dialect.aggregates
  test('aggregates are refused in every position', async () => {
    for (const select of [
      'count()',
      'hours.sum()',
      'id,teachers(id.max())',
      '...teachers(count())',
      'id,count',
    ]) {
      const { status, code, message } = await assertRefused(`/courses?select=${select}`)
      assert.deepEqual(
        [status, code, message],
        [400, 'PGRST123', 'Use of aggregate functions is not allowed'],
      )
    }
  })

  test('count without a column counts rows', async () => {
    const { json } = await askStrict('/teachers?select=name,courses(count)&order=id&limit=1')
    assert.deepEqual(json, [{ name: 'Ada', courses: [{ count: 2 }] }])
    assert.deepEqual((await askStrict('/courses?select=n:count')).json, [{ n: 4 }])
  })
})
