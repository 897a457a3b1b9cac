import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { byRole } from '../support/by-role.ts'
import { as, idOf, server, visitor } from '../support/clients.ts'
import { first, only, refused, rowsOf, sorted, succeeded, textIn } from '../support/expect.ts'
import {
  actor,
  awardJob,
  finishJob,
  jobOf,
  openMarket,
  placeBid,
  postJob,
} from '../support/market.ts'

const job = await someJobOf('facility')

// @covers 7.jobs.by-facility
byRole(
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
byRole('all of them', (client) => client.from('jobs').select('*'), {
  visitor: '401 42501',
  facility: 'some',
  contractor: 'some',
  consultant: 'none',
  admin: 'all',
  server: 'all',
})

// @covers 7.jobs.by-id
byRole(
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

async function someJobOf(login: 'facility' | 'facility2') {
  const call = as('contractor')
    .from('jobs')
    .select('id, bids!inner(contractor_id)')
    .eq('facility_id', idOf(login))
    .eq('bids.contractor_id', idOf('contractor'))
  return textIn(first(await rowsOf(call)), 'id')
}

// @covers 7.jobs.by-facility
test('the newest come first', async () => {
  const call = as('facility')
    .from('jobs')
    .select('created_at')
    .eq('facility_id', idOf('facility'))
    .order('created_at', { ascending: false })
  const times = z.array(z.object({ created_at: z.string() })).parse(await rowsOf(call))
  assert.ok(times.length > 5)
  assert.ok(sorted(times, (one, next) => one.created_at >= next.created_at))
})

suite('posting a job', () => {
  // @covers 7.jobs.insert 5.job.photo
  test('works for a facility with the fields of the form', async () => {
    const facility = await actor('facility')
    const call = facility.client.from('jobs').insert(jobOf(facility)).select()
    const posted = only(await rowsOf(call, 201))
    assert.deepEqual({ ...posted, ...jobOf(facility) }, posted)
    assert.deepEqual([posted['category'], posted['is_deleted']], ['General', false])
  })

  // @covers 6.facility.jobs
  test('is refused for everyone else', async () => {
    for (const role of ['contractor', 'consultant', 'admin'] as const) {
      const other = await actor(role)
      await refused(other.client.from('jobs').insert(jobOf(other)), 403, '42501')
    }
    const stolen = jobOf({ id: idOf('facility'), client: visitor })
    await refused(visitor.from('jobs').insert(stolen), 401, '42501')
    await refused(as('facility2').from('jobs').insert(stolen), 403, '42501')
  })

  test('works for any facility with the service role key', async () => {
    const facility = await actor('facility')
    await succeeded(server.from('jobs').insert(jobOf(facility)), 201)
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
      const facility = await actor('facility')
      await refused(
        facility.client.from('jobs').insert({ ...jobOf(facility), ...change }),
        400,
        code,
      )
    })
  }
})

suite('deleting a job', () => {
  const gone = { is_deleted: true }

  // @covers 7.jobs.delete 4.job.soft-delete
  test('works for its facility, and rejects pending bids', async () => {
    const { facility, contractor } = await openMarket()
    const id = await postJob(facility)
    await placeBid(contractor, id)
    await succeeded(facility.client.from('jobs').update(gone).eq('id', id), 204)
    const call = contractor.client
      .from('bids')
      .select('status, job:jobs(is_deleted)')
      .eq('job_id', id)
    assert.deepEqual(await rowsOf(call), [{ status: 'rejected', job: gone }])
  })

  // @covers 6.facility.jobs
  test('is only allowed for its facility', async () => {
    const { facility, contractor } = await openMarket()
    const id = await postJob(facility)
    const remove = (client: typeof server) => client.from('jobs').update(gone).eq('id', id)
    await refused(remove(visitor), 401, '42501')
    await refused(remove(contractor.client), 403, '42501')
    await refused(remove(as('admin')), 403, '42501')
    assert.deepEqual(await rowsOf(remove(as('facility')).select()), [])
    assert.deepEqual(await rowsOf(remove(as('consultant')).select()), [])
    await succeeded(remove(server), 204)
  })

  test('is refused for an awarded job', async () => {
    const { facility, contractor } = await openMarket()
    const { job: id } = await awardJob(facility, contractor)
    const mine = contractor.client.from('jobs').update(gone).eq('id', id)
    await refused(mine, 403, 'job_not_yours')
    await refused(facility.client.from('jobs').update(gone).eq('id', id), 409, 'job_awarded')
  })

  test('no row is ever removed', async () => {
    const { facility } = await openMarket()
    const id = await postJob(facility)
    await refused(facility.client.from('jobs').delete().eq('id', id), 403, '42501')
    await refused(server.from('jobs').delete().eq('id', id), 403, '42501')
  })
})

suite('finishing a job', () => {
  const done = { status: 'finished' }

  // @covers 7.jobs.finish 4.job.finish
  test('works for its contractor, and creates a payment', async () => {
    const { facility, contractor } = await openMarket()
    const { job: id } = await awardJob(facility, contractor, 912.5)
    const call = contractor.client.from('jobs').update(done).eq('id', id).select('status')
    assert.deepEqual(await rowsOf(call), [done])
    const payment = facility.client.from('payments').select('amount, status').eq('job_id', id)
    assert.deepEqual(await rowsOf(payment), [{ amount: 912.5, status: 'pending' }])
  })

  // @covers 6.contractor.completes
  test('is refused for everyone else', async () => {
    const { facility, contractor, rival } = await openMarket()
    const id = await postJob(facility)
    await placeBid(contractor, id)
    const finish = (client: typeof server) => client.from('jobs').update(done).eq('id', id)
    await refused(finish(visitor), 401, '42501')
    await refused(finish(facility.client), 403, 'job_not_your_work')
    await refused(finish(contractor.client), 403, '42501')
    await refused(finish(rival.client), 403, '42501')
    assert.deepEqual(await rowsOf(finish(as('consultant')).select()), [])
    await refused(finish(server), 409, 'job_not_awarded')
  })

  // @covers 4.job.transitions
  test('is final', async () => {
    const { facility, contractor } = await openMarket()
    const { job: id } = await awardJob(facility, contractor)
    await finishJob(contractor, id)
    const update = (change: { status?: string; title?: string; is_deleted?: boolean }) =>
      server.from('jobs').update(change).eq('id', id)
    await refused(update({ status: 'open' }), 409, 'job_finished')
    await refused(update({ title: 'Another' }), 409, 'job_finished')
    await refused(update({ is_deleted: true }), 409, 'job_finished')
  })
})

suite('editing a job', () => {
  test('works for its facility until the first bid', async () => {
    const { facility, contractor } = await openMarket()
    const id = await postJob(facility)
    const edit = () => facility.client.from('jobs').update({ title: 'Mend both' }).eq('id', id)
    await succeeded(edit(), 204)
    await placeBid(contractor, id)
    const change = facility.client.from('jobs').update({ budget: 5 }).eq('id', id)
    await refused(change, 409, 'job_has_bids')
  })
})
