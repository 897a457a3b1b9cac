import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { testByRole } from '../support/by-role.ts'
import { clientFor, idOf, untyped, server, visitor } from '../support/clients.ts'
import { only, expectRefusal, rowsOf, isSorted, expectSuccess, textIn } from '../support/expect.ts'
import {
  acceptBid,
  createActor,
  awardJob,
  createActors,
  placeBid,
  postJob,
} from '../support/market.ts'

// Create these rows before the first test, because the test runner ends a file when all registered tests are done.
const jobs = (
  await rowsOf(server.from('jobs').select('id').eq('facility_id', idOf('facility')))
).map((job) => textIn(job, 'id'))
const awarded = await createActors()
const award = await awardJob(awarded.facility, awarded.contractor)

// @covers 7.bids.all
testByRole(
  'all of them, newest first',
  (client) => client.from('bids').select('*').order('created_at', { ascending: false }),
  {
    visitor: '401 42501',
    facility: 'some',
    contractor: 'some',
    consultant: 'none',
    admin: 'all',
    server: 'all',
  },
)

// @covers 7.bids.own
testByRole(
  'own bids with their job',
  (client) => client.from('bids').select('*, jobs(*)').eq('contractor_id', idOf('contractor')),
  {
    visitor: '401 42501',
    facility: 'some',
    contractor: 'all',
    consultant: 'none',
    admin: 'all',
    server: 'all',
  },
)

// @covers 7.bids.by-jobs
testByRole('by a list of jobs', (client) => client.from('bids').select('*').in('job_id', jobs), {
  visitor: '401 42501',
  facility: 'all',
  contractor: 'some',
  consultant: 'none',
  admin: 'all',
  server: 'all',
})

// @covers 7.bids.accepted
testByRole(
  'the contractor_id of the accepted one of a job',
  (client) =>
    client.from('bids').select('contractor_id').eq('job_id', award.job).eq('status', 'accepted'),
  {
    visitor: '401 42501',
    facility: 'none',
    contractor: 'none',
    consultant: 'none',
    admin: 'all',
    server: 'all',
  },
)

// @covers 7.bids.accepted
test('both sides of an award can read who has it', async () => {
  for (const { client } of [awarded.facility, awarded.contractor]) {
    const call = client
      .from('bids')
      .select('contractor_id')
      .eq('job_id', award.job)
      .eq('status', 'accepted')
    assert.deepEqual(await rowsOf(call), [{ contractor_id: awarded.contractor.id }])
  }
})

// @covers 7.bids.own
test("a contractor's bids include their jobs, even finished ones", async () => {
  const bids = await clientFor('contractor')
    .from('bids')
    .select('id, job_id, jobs(id, title, status, is_deleted)')
    .eq('contractor_id', idOf('contractor'))
    .throwOnError()
  assert.ok(bids.data.length > 5)
  for (const { job_id, jobs: job } of bids.data) assert.equal(job.id, job_id)
  assert.ok(bids.data.some(({ jobs: job }) => job.status === 'finished'))
})

// @covers 7.bids.all
test('the newest come first', async () => {
  const call = clientFor('admin')
    .from('bids')
    .select('created_at')
    .order('created_at', { ascending: false })
  const times = z.array(z.object({ created_at: z.string() })).parse(await rowsOf(call))
  assert.ok(isSorted(times, (one, next) => one.created_at >= next.created_at))
})

suite('placing a bid', () => {
  // @covers 7.bids.insert
  test('works for a contractor with the fields of the dialog', async () => {
    const { facility, contractor } = await createActors()
    const bid = { contractor_id: contractor.id, job_id: await postJob(facility), amount: 950.5 }
    const call = contractor.client
      .from('bids')
      .insert({ ...bid, status: 'pending' })
      .select()
    const placed = only(await rowsOf(call, 201))
    assert.deepEqual({ ...placed, ...bid, status: 'pending' }, placed)
  })

  // @covers 6.contractor.bids
  test('is refused for everyone else, and for other users', async () => {
    const { facility, contractor, consultant } = await createActors()
    const job_id = await postJob(facility)
    const bid = (contractor_id: string) => ({
      contractor_id,
      job_id,
      amount: 10,
      status: 'pending',
    })
    await expectRefusal(visitor.from('bids').insert(bid(contractor.id)), 401, '42501')
    for (const { id, client } of [facility, consultant, await createActor('admin')])
      await expectRefusal(client.from('bids').insert(bid(id)), 403, '42501')
    await expectRefusal(
      clientFor('contractor').from('bids').insert(bid(contractor.id)),
      403,
      '42501',
    )
    await expectSuccess(server.from('bids').insert(bid(contractor.id)), 201)
  })

  test('a second one is refused while the first is pending', async () => {
    const { facility, contractor } = await createActors()
    const job_id = await postJob(facility)
    const first = await placeBid(contractor, job_id)
    const again = () =>
      contractor.client.from('bids').insert({ contractor_id: contractor.id, job_id, amount: 5 })
    await expectRefusal(again(), 409, 'bid_exists')
    const withdraw = { status: 'withdrawn' }
    await expectSuccess(contractor.client.from('bids').update(withdraw).eq('id', first), 204)
    await expectSuccess(again(), 201)
  })

  test('is refused on a job that is awarded, finished or deleted', async () => {
    const { facility, contractor, rival } = await createActors()
    const bid = (job_id: string) =>
      rival.client.from('bids').insert({ contractor_id: rival.id, job_id, amount: 7 })
    // The rival cannot see the awarded job, so the refusal is the same as for a missing job.
    const { job } = await awardJob(facility, contractor)
    await expectRefusal(bid(job), 403, '42501')
    await expectRefusal(bid(crypto.randomUUID()), 403, '42501')
    const seen = await postJob(facility)
    await placeBid(rival, seen)
    await acceptBid(facility, await placeBid(contractor, seen), seen)
    await expectRefusal(bid(seen), 409, 'job_closed')
  })

  const amounts: [unknown, string][] = [
    [0, 'money_invalid'],
    [-1, 'money_invalid'],
    [12.345, 'money_invalid'],
    [10_000_000, 'money_invalid'],
    ['1e400', 'money_invalid'],
    ['NaN', 'money_invalid'],
    ['', '22P02'],
    ['ten', '22P02'],
    [null, 'money_invalid'],
  ]
  for (const [amount, code] of amounts) {
    // @covers 5.bid.amount
    test(`an amount of ${JSON.stringify(amount)} is refused`, async () => {
      const { facility, contractor } = await createActors()
      const job_id = await postJob(facility)
      const bid = { contractor_id: contractor.id, job_id, amount }
      await expectRefusal(untyped(contractor.client).from('bids').insert(bid), 400, code)
    })
  }
})

suite('withdrawing a bid', () => {
  test('works once for its contractor', async () => {
    const { facility, contractor } = await createActors()
    const id = await placeBid(contractor, await postJob(facility))
    const set = (status: string) =>
      contractor.client.from('bids').update({ status }).eq('id', id).select('status')
    await expectRefusal(set('accepted'), 403, 'bid_not_yours_to_judge')
    assert.deepEqual(await rowsOf(set('withdrawn')), [{ status: 'withdrawn' }])
    await expectRefusal(set('pending'), 403, 'bid_not_yours_to_judge')
  })

  test('is refused for everyone else', async () => {
    const { facility, contractor, rival } = await createActors()
    const id = await placeBid(contractor, await postJob(facility))
    const withdraw = (client: typeof server) =>
      client.from('bids').update({ status: 'withdrawn' }).eq('id', id)
    await expectRefusal(withdraw(visitor), 401, '42501')
    await expectRefusal(withdraw(facility.client), 403, '42501')
    await expectRefusal(withdraw(clientFor('admin')), 403, '42501')
    assert.deepEqual(await rowsOf(withdraw(rival.client).select()), [])
  })

  // @covers 4.bid.transitions
  test('is refused after a decision', async () => {
    const { facility, contractor } = await createActors()
    const { bid } = await awardJob(facility, contractor)
    const call = contractor.client.from('bids').update({ status: 'withdrawn' }).eq('id', bid)
    await expectRefusal(call, 409, 'bid_decided')
  })
})
