import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sendRequest, headersWithToken, refusalIn, rowsIn } from '../support/http-request.ts'
import { untyped, server } from '../support/clients.ts'
import { expectRefusal, rowsOf } from '../support/expect.ts'
import { query } from '../support/database.ts'
import { createActor, postJob } from '../support/market.ts'
import { tokenFor } from '../support/tokens.ts'

const facility = await createActor('facility')
for (const budget of [1, 2, 3, 4, 5])
  await postJob(facility, { budget, location: budget % 2 ? `Place ${budget}` : null })
const headers = headersWithToken(tokenFor(facility.id))
const jobs = () => facility.client.from('jobs').select('budget')
const budgets = async (call: Parameters<typeof rowsOf>[0], status = 200) =>
  (await rowsOf(call, status)).map(({ budget }) => budget)

suite('order', () => {
  test('up and down', async () => {
    assert.deepEqual(await budgets(jobs().order('budget')), [1, 2, 3, 4, 5])
    const down = jobs().order('budget', { ascending: false })
    assert.deepEqual(await budgets(down), [5, 4, 3, 2, 1])
  })

  test('by several columns', async () => {
    const call = jobs().order('is_deleted').order('location', { nullsFirst: true }).order('budget')
    assert.deepEqual(await budgets(call), [2, 4, 1, 3, 5])
  })

  test('nulls first and last', async () => {
    const orderedBy = (ascending: boolean, nullsFirst: boolean) =>
      jobs().order('location', { ascending, nullsFirst }).order('budget')
    assert.deepEqual(await budgets(orderedBy(true, false)), [1, 3, 5, 2, 4])
    assert.deepEqual(await budgets(orderedBy(true, true)), [2, 4, 1, 3, 5])
    assert.deepEqual(await budgets(orderedBy(false, false)), [5, 3, 1, 2, 4])
    assert.deepEqual(await budgets(orderedBy(false, true)), [2, 4, 5, 3, 1])
  })

  test('by a step into JSON', async () => {
    const call = server.from('profiles').select('id').order('documents->>resume').limit(1)
    assert.equal((await rowsOf(call)).length, 1)
  })

  test('by an unknown column is refused', async () => {
    const call = untyped(facility.client).from('jobs').select('budget').order('bugdet')
    await expectRefusal(call, 400, '42703')
  })

  test('that cannot be parsed is refused', async () => {
    for (const order of [
      'budget.up',
      'budget.asc.',
      'budget.desc.nulls',
      '.asc',
      'budget,,title',
    ]) {
      const reply = await sendRequest(`/rest/v1/jobs?order=${order}`, { headers })
      assert.deepEqual([reply.status, refusalIn(reply).code], [400, 'PGRST100'], order)
    }
  })
})

suite('a page', () => {
  const range = (from: number, to: number) => jobs().order('budget').range(from, to)

  test('limit', async () => {
    assert.deepEqual(await budgets(jobs().order('budget').limit(2)), [1, 2])
    assert.deepEqual(await budgets(jobs().limit(0)), [])
  })

  test('range', async () => {
    assert.deepEqual(await budgets(range(1, 3)), [2, 3, 4])
    assert.deepEqual(await budgets(range(3, 99)), [4, 5])
  })

  test('with a count is 206 unless it is complete', async () => {
    const countRange = (from: number, to: number) =>
      facility.client
        .from('jobs')
        .select('budget', { count: 'exact' })
        .order('budget')
        .range(from, to)
    const partialReply = await countRange(0, 1)
    assert.deepEqual(
      [partialReply.status, partialReply.count, partialReply.data?.length],
      [206, 5, 2],
    )
    const completeReply = await countRange(0, 9)
    assert.deepEqual(
      [completeReply.status, completeReply.count, completeReply.data?.length],
      [200, 5, 5],
    )
  })

  test('past the end is refused if the total is known', async () => {
    const call = facility.client.from('jobs').select('budget', { count: 'exact' }).range(9, 10)
    const { message, details } = await expectRefusal(call, 416, 'PGRST103')
    assert.equal(message, 'Requested range not satisfiable')
    assert.equal(details, 'An offset of 9 was requested, but there are only 5 rows.')
  })

  test('past the end is empty if the total is unknown', async () => {
    assert.deepEqual(await budgets(range(9, 10)), [])
  })

  test('by the header', async () => {
    const ranged = { ...headers, range: '1-2', 'range-unit': 'items' }
    const reply = await sendRequest('/rest/v1/jobs?select=budget&order=budget', { headers: ranged })
    assert.deepEqual(rowsIn(reply), [{ budget: 2 }, { budget: 3 }])
    assert.equal(reply.headers['content-range'], '1-2/*')
  })

  test('by the header, with a count', async () => {
    const ranged = { ...headers, range: '1-2', prefer: 'count=exact' }
    const reply = await sendRequest('/rest/v1/jobs?select=budget&order=budget', { headers: ranged })
    assert.deepEqual([reply.status, reply.headers['content-range']], [206, '1-2/5'])
    assert.equal(reply.headers['preference-applied'], 'count=exact')
  })

  test('by a header that ends before it begins is refused', async () => {
    const reply = await sendRequest('/rest/v1/jobs', { headers: { ...headers, range: '5-2' } })
    assert.deepEqual([reply.status, refusalIn(reply).code], [416, 'PGRST103'])
  })

  test('with a negative limit is refused', async () => {
    const reply = await sendRequest('/rest/v1/jobs?limit=-1', { headers })
    assert.deepEqual([reply.status, refusalIn(reply).code], [416, 'PGRST103'])
  })

  test('with a negative offset starts at the first row', async () => {
    const reply = await sendRequest('/rest/v1/jobs?select=budget&offset=-1', { headers })
    assert.deepEqual([reply.status, reply.headers['content-range']], [200, '0-4/*'])
  })

  test('that is not a number is refused', async () => {
    for (const search of [
      'limit=ten',
      'limit=1e3',
      'limit=1;select',
      'offset=0x10',
      'limit=9999999999999999999',
    ]) {
      const reply = await sendRequest(`/rest/v1/jobs?${search}`, { headers })
      assert.deepEqual([reply.status, refusalIn(reply).code], [400, 'PGRST100'], search)
    }
  })
})

suite('a count', () => {
  for (const count of ['exact', 'planned', 'estimated'] as const) {
    test(`${count}, with and without the rows`, async () => {
      const withRows = await facility.client.from('jobs').select('budget', { count })
      assert.equal(withRows.data?.length, 5)
      assert.equal(typeof withRows.count, 'number')
      const head = await facility.client.from('jobs').select('budget', { count, head: true })
      assert.deepEqual([head.data, head.count], [null, withRows.count])
      assert.equal(head.count, 5)
    })
  }

  test('is of all matching rows, on every page', async () => {
    const call = facility.client.from('jobs').select('budget', { count: 'exact' })
    assert.equal((await call.gt('budget', 2).limit(1)).count, 3)
  })

  test('HEAD has the headers of GET and no body', async () => {
    const countHeaders = { ...headers, prefer: 'count=exact' }
    const path = '/rest/v1/jobs?select=budget&limit=2'
    const [get, head] = await Promise.all([
      sendRequest(path, { headers: countHeaders }),
      sendRequest(path, { method: 'HEAD', headers: countHeaders }),
    ])
    assert.equal(head.text, '')
    assert.deepEqual(
      [head.status, head.headers['content-range'], head.headers['content-type']],
      [get.status, get.headers['content-range'], get.headers['content-type']],
    )
  })
})

suite('the maximum of rows in a response', () => {
  // @covers daily.thousand-rows
  test('is 1,000, and the rest can be read by key', async (context) => {
    const many = await createActor('facility')
    context.after(() => query('delete from public.jobs where facility_id = $1', [many.id]))
    await query(
      `insert into public.jobs (facility_id, title, description, budget, created_at)
       select $1, 'Job ' || n, 'One of many.', n, now() - interval '1 day'
       from generate_series(1, 1205) as n`,
      [many.id],
    )
    const all = many.client.from('jobs').select('id, budget', { count: 'exact' }).order('budget')
    const page = await all
    assert.deepEqual([page.status, page.data?.length, page.count], [206, 1000, 1205])
    const read = (search: string, range = '') => {
      const own = { ...headersWithToken(tokenFor(many.id)), prefer: 'count=exact' }
      const path = `/rest/v1/jobs?select=id&order=id&facility_id=eq.${many.id}&${search}`
      return sendRequest(path, { headers: range ? { ...own, range } : own })
    }
    const million = ['limit=1000000', 'limit=999999999999999', 'limit=1000000&offset=0']
    for (const reply of [
      ...(await Promise.all(million.map((search) => read(search)))),
      await read('', '0-999999'),
    ]) {
      assert.deepEqual([reply.status, reply.headers['content-range']], [206, '0-999/1205'])
      assert.equal(rowsIn(reply).length, 1000)
    }
    assert.equal(rowsIn(await read('limit=1000000&offset=1000')).length, 205)
    const beyond = await read('limit=1000000&offset=999999999999999')
    assert.deepEqual([beyond.status, refusalIn(beyond).code], [416, 'PGRST103'])
    const rest = many.client.from('jobs').select('id').gt('budget', 1000)
    assert.equal((await rowsOf(rest)).length, 205)
    const embedded = many.client.from('profiles').select('jobs!jobs_facility_id_fkey(id)')
    const { data } = await embedded.eq('id', many.id).single()
    assert.equal(data?.jobs.length, 1000)
  })
})
