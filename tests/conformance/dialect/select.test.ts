import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { clientFor, idOf, untyped, server } from '../support/clients.ts'
import { only, expectRefusal, rowOf, rowsOf } from '../support/expect.ts'
import { createActor, createActors, placeBid, postJob } from '../support/market.ts'

const own = (columns: string) =>
  untyped(clientFor('consultant'))
    .from('profiles')
    .select(columns)
    .eq('id', idOf('consultant'))
    .single()
const job = await createActor('facility').then(async (facility) => ({
  facility,
  id: await postJob(facility, { budget: 1250.5, location: null }),
}))
const ofJob = (columns: string) =>
  untyped(job.facility.client).from('jobs').select(columns).eq('id', job.id).single()

suite('select', () => {
  test('columns in the requested order', async () => {
    const row = await rowOf(own('role, id'))
    assert.deepEqual(Object.entries(row), [
      ['role', 'consultant'],
      ['id', idOf('consultant')],
    ])
  })

  test('an alias', async () => {
    assert.deepEqual(await rowOf(own('who:role')), { who: 'consultant' })
  })

  test('a quoted alias with special characters', async () => {
    assert.deepEqual(await rowOf(own('"my role":role')), { 'my role': 'consultant' })
  })

  test('a cast', async () => {
    assert.deepEqual(await rowOf(ofJob('budget::text')), { budget: '1250.5' })
    assert.deepEqual(await rowOf(ofJob('b:budget::integer')), { b: 1251 })
  })

  test('a cast to an unknown type is refused', async () => {
    await expectRefusal(ofJob('budget::money_bag'), 400, '42704')
  })

  test('a step into JSON, as JSON and as text', async () => {
    const { resume } = await rowOf(own('documents->resume'))
    assert.equal(resume, null)
    assert.deepEqual(await rowOf(own('documents->certifications')), { certifications: [] })
    assert.deepEqual(await rowOf(own('c:documents->>certifications')), { c: '[]' })
    assert.deepEqual(await rowOf(own('one:documents->certifications->0')), { one: null })
  })

  test('everything, without computed columns', async () => {
    const row = await rowOf(ofJob('*'))
    assert.ok('title' in row && !('bid_count' in row))
  })

  test('everything with computed columns', async () => {
    const row = await rowOf(ofJob('*, bid_count, can_edit, can_delete, can_bid, can_finish'))
    assert.equal(row['title'], 'Mend the gate')
    assert.deepEqual(
      [row['bid_count'], row['can_edit'], row['can_delete'], row['can_bid'], row['can_finish']],
      [0, true, true, false, false],
    )
  })

  test('computed columns depend on the user', async () => {
    const { facility, contractor } = await createActors()
    const id = await postJob(facility)
    await placeBid(contractor, id)
    const columns = 'bid_count, can_edit, can_bid'
    const readFlags = async (client: typeof server) =>
      only(await rowsOf(client.from('jobs').select(columns).eq('id', id)))
    const flags = (can_edit: boolean, can_bid: boolean) => ({ bid_count: 1, can_edit, can_bid })
    assert.deepEqual(await readFlags(facility.client), flags(false, false))
    assert.deepEqual(await readFlags(contractor.client), flags(false, false))
    assert.deepEqual(await readFlags(clientFor('contractor')), flags(false, true))
  })

  test('an empty list, which means every column', async () => {
    const all = await rowOf(ofJob('*'))
    assert.deepEqual(
      await rowOf(job.facility.client.from('jobs').select().eq('id', job.id).single()),
      all,
    )
  })

  test('an unknown column, with a suggestion', async () => {
    const error = await expectRefusal(ofJob('titel'), 400, '42703')
    assert.equal(error.message, 'column jobs.titel does not exist')
    assert.match(error.hint ?? '', /^Perhaps you meant to reference the column "jobs\.title"\.$/)
  })

  test('an unknown column without a similar one', async () => {
    const error = await expectRefusal(ofJob('xyzzyx'), 400, '42703')
    assert.deepEqual([error.message, error.hint], ['column jobs.xyzzyx does not exist', null])
  })

  test('a syntax error is refused with its position', async () => {
    const broken = [
      'id,',
      'id,,title',
      '(id)',
      'id->',
      'id::',
      'profiles(',
      'profiles(id',
      'id)',
      'a:b:c',
    ]
    for (const columns of broken) {
      const error = await expectRefusal(ofJob(columns), 400, 'PGRST100')
      assert.match(
        error.message,
        /^"failed to parse select parameter \(.*\)" \(line 1, column \d+\)$/s,
      )
    }
  })

  test('aggregates are off', async () => {
    for (const columns of ['count()', 'budget.sum()', 'total:budget.sum()', 'budget.avg()::int']) {
      const { message } = await expectRefusal(
        untyped(job.facility.client).from('jobs').select(columns),
        400,
        'PGRST123',
      )
      assert.equal(message, 'Use of aggregate functions is not allowed')
    }
  })

  test('spreads put columns into the outer row', async () => {
    const row = await rowOf(ofJob('id,...profiles!jobs_facility_id_fkey(owner:id)'))
    assert.deepEqual(row, { id: job.id, owner: job.facility.id })
  })
})

suite('the format of the response', () => {
  test('single is the row itself', async () => {
    assert.deepEqual(await rowOf(ofJob('id')), { id: job.id })
  })

  test('single without a row, or with several, is refused', async () => {
    const jobs = () => server.from('jobs').select('id')
    const noRow = await expectRefusal(
      jobs().eq('id', crypto.randomUUID()).single(),
      406,
      'PGRST116',
    )
    assert.equal(noRow.message, 'Cannot coerce the result to a single JSON object')
    assert.equal(noRow.details, 'The result contains 0 rows')
    const twoRows = await expectRefusal(jobs().limit(2).single(), 406, 'PGRST116')
    assert.equal(twoRows.details, 'The result contains 2 rows')
  })

  test('maybeSingle is the row or nothing', async () => {
    const jobs = () => server.from('jobs').select('id')
    const noRow = await jobs().eq('id', crypto.randomUUID()).maybeSingle()
    assert.deepEqual([noRow.data, noRow.error], [null, null])
    const one = await jobs().eq('id', job.id).maybeSingle()
    assert.deepEqual(one.data, { id: job.id })
    const { error } = await jobs().limit(2).maybeSingle()
    assert.equal(error?.code, 'PGRST116')
  })

  test('csv has a header line and one line for each row', async () => {
    const call = job.facility.client.from('jobs').select('title, budget, location')
    const { data, error } = await call.eq('id', job.id).csv()
    assert.equal(error, null)
    assert.equal(data, 'title,budget,location\n"Mend the gate",1250.5,')
  })

  test('stripNulls leaves out nulls', async () => {
    const call = job.facility.client.from('jobs').select('id, location').eq('id', job.id)
    assert.deepEqual(await rowsOf(call.stripNulls()), [{ id: job.id }])
    const { data } = await call.single().stripNulls()
    assert.deepEqual(data, { id: job.id })
  })

  test('throwOnError throws the refusal', async () => {
    const call = server.from('jobs').select('id').eq('id', 'no id').throwOnError()
    await assert.rejects(Promise.resolve(call), { code: '22P02' })
  })

  test('abortSignal stops waiting', async () => {
    const call = server.from('jobs').select('*').abortSignal(AbortSignal.abort())
    const { error, data } = await call
    assert.equal(data, null)
    assert.match(error?.message ?? '', /abort/i)
  })
})
