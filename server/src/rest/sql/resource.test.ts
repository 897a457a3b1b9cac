import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startRestServer } from '../testing.ts'

const { ask, assertRefused } = await startRestServer()

async function read(path: string, headers = {}) {
  const { status, json, body } = await ask(path, { headers })
  assert.ok(status === 200 || status === 206, body)
  return json
}

suite('a selection', () => {
  test('accepts unusual names', async () => {
    assert.deepEqual(await read('/things?select=id,%22odd%20%5C%22name%22,select&id=eq.1'), [
      { id: 1, 'odd "name': 'a "quoted", one', select: 1 },
    ])
  })

  test('follows JSON paths, as JSON and as text', async () => {
    const select = 'w:facts->size->w,t:facts->size->>w,facts->list->1,last:facts->list->-1'
    assert.deepEqual(await read(`/things?select=${select}&id=eq.1`), [
      { w: 3, t: '3', list: 2, last: 2 },
    ])
    assert.deepEqual(await read(`/things?select=facts->%22odd%20key's%22,plain_facts->x&id=eq.1`), [
      { "odd key's": true, x: 1 },
    ])
  })

  test('follows a path into an array', async () => {
    assert.deepEqual(await read('/things?select=tags->0&id=eq.1'), [{ tags: 'a' }])
  })

  test('of an unknown column gets a suggestion if one or two columns are similar enough', async () => {
    const readHint = async (path: string) => (await assertRefused(path)).hint
    assert.equal(
      await readHint('/makers?select=nam'),
      'Perhaps you meant to reference the column "makers.name".',
    )
    assert.equal(
      await readHint('/things?select=made_id'),
      'Perhaps you meant to reference the column "things.maker_id" or the column "things.made_at".',
    )
    assert.equal(await readHint('/things?select=moods_of'), null)
    assert.equal(await readHint('/pairs?select=c'), null)
  })

  test('can cast', async () => {
    assert.deepEqual(
      await read('/things?select=p:price::text,select::text,t:tags::text[],f:facts::text&id=eq.2'),
      [{ p: '20', select: '2', t: ['b', 'c d'], f: null }],
    )
    assert.deepEqual(
      await read('/things?select=p:price::int4,q:price::double%20precision,mood::mood&id=eq.2'),
      [{ p: 20, q: 20, mood: 'busy' }],
    )
  })

  test('has computed columns if they are requested', async () => {
    assert.deepEqual(await read('/things?select=label&id=eq.3'), [{ label: '3: ' }])
    assert.deepEqual(await read('/things?select=id&label=like.1*'), [{ id: 1 }])
    assert.deepEqual(await read('/things?select=id&order=label.desc&limit=1'), [{ id: 3 }])
    assert.deepEqual(
      await read('/things?select=id&id=eq.1').then((rows) => JSON.stringify(rows)),
      '[{"id":1}]',
    )
  })

  test('of no columns returns empty objects', async () => {
    assert.deepEqual(await read('/makers?select=&id=eq.2'), [{ id: 2, name: 'Two', parent_id: 1 }])
  })

  test('may use column names and aliases that the SQL uses itself', async () => {
    const expected = {
      r: 1,
      t0: 2,
      t1r: 3,
      t1e: 4,
      value: 5,
      body: 6,
      given: 7,
      written: 8,
      called: 9,
      item: 10,
    }
    assert.deepEqual(await read('/namesakes?select=*,sum_of'), [{ ...expected, sum_of: 3 }])
    assert.deepEqual(await read('/makers?select=r:name,t0:id&id=eq.1'), [{ r: 'One', t0: 1 }])
    assert.deepEqual(
      await read(
        '/makers?select=id,c:makers!parent_id(t1r:id,t1e:name)&id=eq.1&c.order=id&c.limit=1',
      ),
      [{ id: 1, c: [{ t1r: 2, t1e: 'Two' }] }],
    )
    const { body } = await ask('/namesakes?select=r,t0', { headers: { accept: 'text/csv' } })
    assert.equal(body, 'r,t0\n1,2')
  })

  test('may name the same column twice', async () => {
    const { body } = await ask('/makers?select=id,id&id=eq.1')
    assert.equal(body, '[{"id":1,"id":1}]')
  })
})

suite('a cast', () => {
  test('accepts catalog names and SQL names of types', async () => {
    assert.deepEqual(
      await read('/things?id=eq.1&select=a:price::int,b:id::decimal,c:id::float,d:tags::_text'),
      [{ a: 2, b: 1, c: 1, d: ['a', 'b'] }],
    )
    assert.deepEqual(await read('/things?id=eq.1&select=facts->list->>1::int'), [{ list: 2 }])
    assert.equal((await assertRefused('/things?select=id::int4[]')).code, '42846')
    assert.equal((await assertRefused('/things?select=id::thing')).code, '42704')
  })
})

suite('order and limits', () => {
  test('put nulls first or last as requested', async () => {
    const readOrder = async (by: string) =>
      (await ask(`/things?select=id&order=${by}`)).body.match(/\d/g)?.join('')
    assert.equal(await readOrder('maker_id.desc'), '321')
    assert.equal(await readOrder('maker_id.desc.nullslast'), '213')
    assert.equal(await readOrder('maker_id.nullsfirst'), '312')
    assert.equal(await readOrder('mood.desc,id.desc'), '231')
    assert.equal(await readOrder('facts->size->w.desc.nullslast'), '312')
  })

  test('are refused with the position of an error', async () => {
    const validModifiers = '"asc", "desc", "nullsfirst" or "nullslast"'
    const cases: [order: string, column: number, details: string][] = [
      ['id.ac', 4, `unexpected "c" expecting ${validModifiers}`],
      ['id.up', 4, `unexpected "u" expecting ${validModifiers}`],
      ['id.desc.nulls', 9, 'unexpected end of input expecting "nullsfirst" or "nullslast"'],
      ['id.descc', 8, `unexpected 'c' expecting delimiter (.), "," or end of input`],
      ['id.nullslastly', 13, `unexpected 'l' expecting "," or end of input`],
    ]
    for (const [readOrder, column, expected] of cases) {
      const { message, details } = await assertRefused(`/things?order=${readOrder}`)
      assert.deepEqual(
        [message, details],
        [`"failed to parse order (${readOrder})" (line 1, column ${column})`, expected],
      )
    }
  })

  test('Range selects rows, and limit narrows it', async () => {
    const { status, headers, json } = await ask('/makers?select=id&order=id', {
      headers: { range: '1-1' },
    })
    assert.deepEqual([status, headers['content-range'], json], [200, '1-1/*', [{ id: 2 }]])
    const combined = await ask('/makers?select=id&order=id&offset=1', { headers: { range: '0-1' } })
    assert.deepEqual(combined.json, [{ id: 2 }])
    assert.equal((await assertRefused('/makers', { headers: { range: '3-1' } })).status, 416)
    assert.equal((await ask('/makers', { headers: { range: 'bytes=0-1' } })).status, 200)
  })

  test('Range is ignored for HEAD', async () => {
    const range = async (method: string) => {
      const { headers } = await ask('/makers?select=name', { method, headers: { range: '0-0' } })
      return headers['content-range']
    }
    assert.equal(await range('GET'), '0-0/*')
    assert.equal(await range('HEAD'), '0-2/*')
    assert.equal(await range('GET'), '0-0/*')
  })

  // @covers dialect.ranges
  test('an offset beyond the end is 416 if the count is known', async () => {
    const { status, details } = await assertRefused('/makers?offset=5', {
      headers: { prefer: 'count=exact' },
    })
    assert.deepEqual(
      [status, details],
      [416, 'An offset of 5 was requested, but there are only 3 rows.'],
    )
    assert.deepEqual(await read('/makers?offset=5'), [])
  })

  test('counts cover all rows', async () => {
    for (const count of ['exact', 'estimated']) {
      const { status, headers } = await ask('/makers?limit=2&id=gt.0', {
        headers: { prefer: `count=${count}` },
      })
      assert.deepEqual([status, headers['content-range']], [206, '0-1/3'])
      assert.equal(headers['preference-applied'], `count=${count}`)
    }
    const { headers } = await ask('/makers?id=eq.1', { headers: { prefer: 'count=planned' } })
    assert.match(headers['content-range'] ?? '', /^0-0\/\d+$/)
  })

  // @covers dialect.counts
  test('an estimated count is exact up to MAX_ROWS, then it is the estimate of PostgreSQL', async () => {
    const limitedServer = await startRestServer({ MAX_ROWS: '1' })
    const readTotal = async (path: string, count: string) => {
      const { headers } = await limitedServer.ask(path, { headers: { prefer: `count=${count}` } })
      return headers['content-range']?.split('/')[1]
    }
    assert.equal(await readTotal('/makers', 'estimated'), await readTotal('/makers', 'planned'))
    assert.equal(await readTotal('/makers?id=eq.1', 'estimated'), '1')
  })

  test('HEAD has the same headers without the rows', async () => {
    const { status, headers, body } = await ask('/makers?limit=2', {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    })
    assert.deepEqual([status, headers['content-range'], body], [206, '0-1/3', ''])
  })

  // @covers dialect.cap
  test('MAX_ROWS limits the rows of every relation', async () => {
    const limitedServer = await startRestServer({ MAX_ROWS: '1' })
    const { json, headers } = await limitedServer.ask(
      '/makers?select=id,things!second_maker(id),c:makers!parent_id(id)&order=id&limit=2',
      {
        headers: { prefer: 'count=exact' },
      },
    )
    assert.deepEqual(json, [{ id: 1, things: [], c: [{ id: 2 }] }])
    assert.equal(headers['content-range'], '0-0/3')
  })
})

suite('a response', () => {
  // @covers dialect.csv-out
  test('can be CSV that a spreadsheet can open', async () => {
    const { headers, body } = await ask(
      '/things?select=id,"odd \\"name",facts->size&order=id&id=lte.2'
        .replaceAll('"', '%22')
        .replaceAll('\\', '%5C')
        .replaceAll(' ', '%20'),
      {
        headers: { accept: 'text/csv' },
      },
    )
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(
      body,
      'id,"odd ""name",size\n1,"a ""quoted"", one","{""w"": 3}"\n2,"back\\slash\nand line",',
    )
  })

  test('can be one object, and is refused otherwise', async () => {
    const headers = { accept: 'application/vnd.pgrst.object+json' }
    assert.deepEqual(await read('/makers?select=id&id=eq.1', headers), { id: 1 })
    for (const [filter, rows] of [
      ['id=eq.9', 0],
      ['id=lt.9', 3],
    ] as const) {
      const { status, code, details } = await assertRefused(`/makers?${filter}`, { headers })
      assert.deepEqual(
        [status, code, details],
        [406, 'PGRST116', `The result contains ${rows} rows`],
      )
    }
  })

  test('leaves nulls out with nulls=stripped', async () => {
    const { json, headers } = await ask('/things?select=id,maker_id&id=eq.3', {
      headers: { accept: 'application/vnd.pgrst.array+json;nulls=stripped' },
    })
    assert.deepEqual(json, [{ id: 3 }])
    assert.match(headers['content-type'] ?? '', /nulls=stripped/)
  })

  test('has the available type with the highest weight', async () => {
    const readContentType = async (accept: string) => {
      const { headers } = await ask('/makers', { headers: { accept } })
      return headers['content-type']?.split(';', 1)[0]
    }
    const json = 'application/json'
    assert.equal(await readContentType('text/html, text/csv;q=0.8, application/json;q=0.9'), json)
    assert.equal(await readContentType('*/*, text/csv'), 'text/csv')
    assert.equal(await readContentType('text/csv;q=0, */*;q=0.1'), json)
    for (const unreadable of ['NaN', 'x', '', '-1', 'Infinity']) {
      assert.equal(
        await readContentType(`application/json;q=0.9, text/csv;q=${unreadable}`),
        'text/csv',
      )
    }
  })

  test('is refused if no accepted type is available', async () => {
    for (const accept of ['text/html', 'text/csv;q=0', 'text/csv;q=0.0, application/json;q=0']) {
      const { status, code } = await assertRefused('/makers', { headers: { accept } })
      assert.deepEqual([status, code], [406, 'PGRST107'], accept)
    }
  })
})
