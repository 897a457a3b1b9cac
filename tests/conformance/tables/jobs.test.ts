import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { testByRole } from '../support/by-role.ts'
import { clientFor, idOf, server, visitor } from '../support/clients.ts'
import {
  first,
  only,
  expectRefusal,
  rowsOf,
  isSorted,
  expectSuccess,
  textIn,
} from '../support/expect.ts'
import {
  createActor,
  awardJob,
  finishJob,
  jobFields,
  createActors,
  placeBid,
  postJob,
} from '../support/market.ts'

const job = await findJobOf('facility')

// @covers 7.jobs.by-facility
testByRole(
  'by facility_id, newest first',
  (client) =>
    client
      .from('jobs')
      .select('*')
      .eq('facility_id', idOf('facility'))
      .order('created_at', { ascending: false }),
  {
    visitor: '401 42501',
    facility: 'all',
    contractor: 'some',
    consultant: 'none',
    admin: 'all',
    server: 'all',
  },
)

// @covers 7.jobs.all
testByRole('all of them', (client) => client.from('jobs').select('*'), {
  visitor: '401 42501',
  facility: 'some',
  contractor: 'some',
  consultant: 'none',
  admin: 'all',
  server: 'all',
})

// @covers 7.jobs.by-id
testByRole(
  'by id: id, facility_id, status',
  (client) => client.from('jobs').select('id, facility_id, status').eq('id', job).single(),
  {
    visitor: '401 42501',
    facility: '200',
    contractor: '200',
    consultant: '406 PGRST116',
    admin: '200',
    server: '200',
  },
)

async function findJobOf(login: 'facility' | 'facility2') {
  const call = clientFor('contractor')
    .from('jobs')
    .select('id, bids!inner(contractor_id)')
    .eq('facility_id', idOf(login))
    .eq('bids.contractor_id', idOf('contractor'))
  return textIn(first(await rowsOf(call)), 'id')
}

// @covers 7.jobs.by-facility
test('the newest come first', async () => {
  const call = clientFor('facility')
    .from('jobs')
    .select('created_at')
    .eq('facility_id', idOf('facility'))
    .order('created_at', { ascending: false })
  const times = z.array(z.object({ created_at: z.string() })).parse(await rowsOf(call))
  assert.ok(times.length > 5)
  assert.ok(isSorted(times, (one, next) => one.created_at >= next.created_at))
})

suite('posting a job', () => {
  // @covers 7.jobs.insert 5.job.photo
  test('works for a facility with the fields of the form', async () => {
    const facility = await createActor('facility')
    const call = facility.client.from('jobs').insert(jobFields(facility)).select()
    const posted = only(await rowsOf(call, 201))
    assert.deepEqual({ ...posted, ...jobFields(facility) }, posted)
    assert.deepEqual([posted['category'], posted['is_deleted']], ['General', false])
  })

  // @covers 6.facility.jobs
  test('is refused for everyone else', async () => {
    for (const role of ['contractor', 'consultant', 'admin'] as const) {
      const other = await createActor(role)
      await expectRefusal(other.client.from('jobs').insert(jobFields(other)), 403, '42501')
    }
    const foreignJob = jobFields({ id: idOf('facility'), client: visitor })
    await expectRefusal(visitor.from('jobs').insert(foreignJob), 401, '42501')
    await expectRefusal(clientFor('facility2').from('jobs').insert(foreignJob), 403, '42501')
  })

  test('works for any facility with the service role key', async () => {
    const facility = await createActor('facility')
    await expectSuccess(server.from('jobs').insert(jobFields(facility)), 201)
  })

  const cases: [string, Record<string, unknown>, string][] = [
    // @covers 5.job.required
    ['no title', { title: '  ' }, 'text_missing'],
    ['too long a title', { title: 'x'.repeat(201) }, 'text_too_long'],
    // @covers 5.job.required
    ['no description', { description: '' }, 'text_missing'],
    // @covers 5.job.budget
    ['a budget of zero', { budget: 0 }, 'money_invalid'],
    ['a negative budget', { budget: -5 }, 'money_invalid'],
    ['a budget of a tenth of a cent', { budget: 1.005 }, 'money_invalid'],
    ['an infinite budget', { budget: 'Infinity' }, 'money_invalid'],
    ['a budget that is not a number', { budget: 'NaN' }, 'money_invalid'],
    // @covers 5.job.budget
    ['a budget in words', { budget: 'a lot' }, '22P02'],
    ['an unknown category', { category: 'Magic' }, 'category_unknown'],
  ]
  for (const [name, change, code] of cases) {
    test(`${name} is refused`, async () => {
      const facility = await createActor('facility')
      await expectRefusal(
        facility.client.from('jobs').insert({ ...jobFields(facility), ...change }),
        400,
        code,
      )
    })
  }
})

suite('deleting a job', () => {
  const deletion = { is_deleted: true }

  // @covers 7.jobs.delete 4.job.soft-delete
  test('works for its facility, and rejects pending bids', async () => {
    const { facility, contractor } = await createActors()
    const id = await postJob(facility)
    await placeBid(contractor, id)
    await expectSuccess(facility.client.from('jobs').update(deletion).eq('id', id), 204)
    const call = contractor.client
      .from('bids')
      .select('status, job:jobs(is_deleted)')
      .eq('job_id', id)
    assert.deepEqual(await rowsOf(call), [{ status: 'rejected', job: deletion }])
  })

  // @covers 6.facility.jobs
  test('is only allowed for its facility', async () => {
    const { facility, contractor } = await createActors()
    const id = await postJob(facility)
    const remove = (client: typeof server) => client.from('jobs').update(deletion).eq('id', id)
    await expectRefusal(remove(visitor), 401, '42501')
    await expectRefusal(remove(contractor.client), 403, '42501')
    await expectRefusal(remove(clientFor('admin')), 403, '42501')
    assert.deepEqual(await rowsOf(remove(clientFor('facility')).select()), [])
    assert.deepEqual(await rowsOf(remove(clientFor('consultant')).select()), [])
    await expectSuccess(remove(server), 204)
  })

  test('is refused for an awarded job', async () => {
    const { facility, contractor } = await createActors()
    const { job: id } = await awardJob(facility, contractor)
    const update = contractor.client.from('jobs').update(deletion).eq('id', id)
    await expectRefusal(update, 403, 'job_not_yours')
    await expectRefusal(
      facility.client.from('jobs').update(deletion).eq('id', id),
      409,
      'job_awarded',
    )
  })

  test('no row is ever removed', async () => {
    const { facility } = await createActors()
    const id = await postJob(facility)
    await expectRefusal(facility.client.from('jobs').delete().eq('id', id), 403, '42501')
    await expectRefusal(server.from('jobs').delete().eq('id', id), 403, '42501')
  })
})

suite('finishing a job', () => {
  const finished = { status: 'finished' }

  // @covers 7.jobs.finish 4.job.finish
  test('works for its contractor, and creates a payment', async () => {
    const { facility, contractor } = await createActors()
    const { job: id } = await awardJob(facility, contractor, 912.5)
    const call = contractor.client.from('jobs').update(finished).eq('id', id).select('status')
    assert.deepEqual(await rowsOf(call), [finished])
    const payment = facility.client.from('payments').select('amount, status').eq('job_id', id)
    assert.deepEqual(await rowsOf(payment), [{ amount: 912.5, status: 'pending' }])
  })

  // @covers 6.contractor.completes
  test('is refused for everyone else', async () => {
    const { facility, contractor, rival } = await createActors()
    const id = await postJob(facility)
    await placeBid(contractor, id)
    const finish = (client: typeof server) => client.from('jobs').update(finished).eq('id', id)
    await expectRefusal(finish(visitor), 401, '42501')
    await expectRefusal(finish(facility.client), 403, 'job_not_your_work')
    await expectRefusal(finish(contractor.client), 403, '42501')
    await expectRefusal(finish(rival.client), 403, '42501')
    assert.deepEqual(await rowsOf(finish(clientFor('consultant')).select()), [])
    await expectRefusal(finish(server), 409, 'job_not_awarded')
  })

  // @covers 4.job.transitions
  test('is final', async () => {
    const { facility, contractor } = await createActors()
    const { job: id } = await awardJob(facility, contractor)
    await finishJob(contractor, id)
    const update = (change: { status?: string; title?: string; is_deleted?: boolean }) =>
      server.from('jobs').update(change).eq('id', id)
    await expectRefusal(update({ status: 'open' }), 409, 'job_finished')
    await expectRefusal(update({ title: 'Another' }), 409, 'job_finished')
    await expectRefusal(update({ is_deleted: true }), 409, 'job_finished')
  })
})

suite('editing a job', () => {
  test('works for its facility until the first bid', async () => {
    const { facility, contractor } = await createActors()
    const id = await postJob(facility)
    const edit = () => facility.client.from('jobs').update({ title: 'Mend both' }).eq('id', id)
    await expectSuccess(edit(), 204)
    await placeBid(contractor, id)
    const change = facility.client.from('jobs').update({ budget: 5 }).eq('id', id)
    await expectRefusal(change, 409, 'job_has_bids')
  })
})
