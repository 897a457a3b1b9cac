import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { startRestServer } from '../testing.ts'

const { ask, assertRefused, pool } = await startRestServer({ PLAN_OUTPUT: 'on' })

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

async function get(path: string, accept: string) {
  const { status, headers, body } = await ask(path, { headers: { accept } })
  return [status, headers['content-type'], body]
}

const notAcceptable = (type: string) => [
  406,
  'PGRST107',
  `None of these media types are available: ${type}`,
]

async function readRefusal(path: string, accept: string) {
  const { status, code, message } = await assertRefused(path, { headers: { accept } })
  return [status, code, message]
}

suite('a function whose value is of a media type', () => {
  // @covers dialect.media-types
  test('returns it unchanged to a client that accepts that type', async () => {
    assert.deepEqual(await get('/rpc/page', 'text/html'), [200, 'text/html', '<p>a</p>'])
    assert.deepEqual(await get('/rpc/no_page', 'text/html'), [200, 'text/html', ''])
    const response = await ask('/rpc/picture', { headers: { accept: 'image/png, */*' } })
    assert.equal(response.headers['content-type'], 'image/png')
    assert.equal(response.headers['content-length'], '4')
    const acceptedTypes = 'application/xml;q=0.9, image/png;q=0.95, */*;q=0.8'
    assert.equal((await get('/rpc/picture', acceptedTypes))[1], 'image/png')
  })

  test('returns JSON otherwise, and no other type', async () => {
    assert.deepEqual((await ask('/rpc/page')).json, '<p>a</p>')
    assert.deepEqual(await readRefusal('/rpc/page', 'text/xml'), notAcceptable('text/xml'))
    assert.deepEqual(await readRefusal('/rpc/pages', 'text/html'), notAcceptable('text/html'))
    assert.deepEqual(await readRefusal('/rpc/add?a=1', 'text/plain'), notAcceptable('text/plain'))
  })

  test('may be of any type', async () => {
    for (const accept of ['*/*', 'app/bingo'])
      assert.deepEqual(await get('/rpc/anything', accept), [200, 'application/octet-stream', 'any'])
  })
})

suite('an aggregate that makes a media type', () => {
  test('for any rows works for all relations, on the selected columns', async () => {
    const lines = 'application/x-lines'
    assert.deepEqual(await get('/makers?select=id&order=id&limit=2', lines), [
      200,
      lines,
      '(1)\n(2)\n',
    ])
    assert.deepEqual((await get('/rpc/rows_of?most=2', lines))[2], '(1,1)\n(2,4)\n')
  })

  test('for the rows of one table works only there', async () => {
    const names = 'application/x-makers'
    assert.deepEqual(await get('/makers?id=lte.2&order=id', names), [200, names, 'OneTwo'])
    assert.deepEqual(await readRefusal('/makers?select=id', names), notAcceptable(names))
    assert.deepEqual(await readRefusal('/pairs', names), notAcceptable(names))
  })
})

suite('a query plan', () => {
  const queryPlans = z.tuple([z.looseObject({ Plan: z.looseObject({ 'Total Cost': z.number() }) })])
  const json = 'application/vnd.pgrst.plan+json'

  test('is the plan of PostgreSQL', async () => {
    const [status, type, body] = await get('/makers', json)
    assert.equal(status, 200)
    assert.equal(type, `${json}; for="application/json"; charset=utf-8`)
    assert.ok(queryPlans.parse(JSON.parse(String(body)))[0].Plan['Total Cost'] > 0)
    const text = await get('/makers', 'application/vnd.pgrst.plan')
    assert.equal(text[1], 'application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8')
    assert.match(String(text[2]), /^Aggregate /)
  })

  test('has the requested options and format', async () => {
    const object = 'application/vnd.pgrst.object'
    const acceptedType = `${json}; for="${object}"; options=verbose|analyze|nonsense`
    const [, type, body] = await get('/makers?id=eq.1', acceptedType)
    assert.equal(type, `${json}; for="${object}+json"; options=analyze|verbose; charset=utf-8`)
    assert.match(String(body), /"Actual Rows"/)
  })

  test('of a write changes nothing', async () => {
    const { status } = await ask('/makers?id=eq.1', { method: 'DELETE', headers: { accept: json } })
    assert.equal(status, 200)
    assert.equal((await pool.query('select from lab.makers where id = 1')).rowCount, 1)
  })

  test('of an analyzed write is returned, and the write is rolled back', async () => {
    const analyzedPlan = (mediaType: string) => `${json}; for="${mediaType}"; options=analyze`
    const accept = analyzedPlan('application/vnd.pgrst.object+json')
    const prefer = 'handling=strict, max-affected=1'
    const requests: [path: string, options: Parameters<typeof ask>[1]][] = [
      ['/keyless', { method: 'DELETE', headers: { accept } }],
      ['/makers', { method: 'PATCH', body: 'name=x', headers: { accept, prefer, ...formHeaders } }],
      ['/makers', { method: 'POST', body: 'id=99&name=x', headers: { accept, ...formHeaders } }],
      [
        '/rpc/write_thing',
        { method: 'POST', headers: { accept: analyzedPlan('application/json') } },
      ],
    ]
    await pool.query('insert into lab.keyless values (1), (2)')
    const countRowsSql =
      'select (select count(*) from lab.keyless), json_agg(m.* order by id) from lab.makers m'
    const countsBefore = await pool.query(countRowsSql)
    for (const [path, options] of requests) {
      const { status, body } = await ask(path, options)
      assert.equal(status, 200, body)
      assert.match(body, /"Actual Rows"/)
    }
    assert.deepEqual((await pool.query(countRowsSql)).rows, countsBefore.rows)
  })

  // @covers dialect.plans
  test('is not shown unless a setting allows it', async () => {
    const server = await startRestServer()
    const { status, code } = await server.assertRefused('/makers', { headers: { accept: json } })
    assert.deepEqual([status, code], [406, 'PGRST107'])
  })
})
