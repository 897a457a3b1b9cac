import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { clientFor, type Client, server, visitor } from '../support/clients.ts'
import { expectRefusal, rowOf, rowsOf, expectSuccess } from '../support/expect.ts'
import { awardJob, finishJob, createActors, placeBid, postJob } from '../support/market.ts'

function accept(client: Client, selected_bid_id: string, job_id: string) {
  return client.rpc('accept_and_reject_bids', { selected_bid_id, job_id })
}

async function twoBids() {
  const market = await createActors()
  const job = await postJob(market.facility)
  const bid = await placeBid(market.contractor, job, 900)
  const other = await placeBid(market.rival, job, 800)
  return { ...market, job, bid, other }
}

suite('accepting a bid', () => {
  // @covers 7.rpc.accept 4.bid.accept-rejects-others
  test('accepts it, rejects all others and awards the job', async () => {
    const { facility, contractor, job, bid, other } = await twoBids()
    const accepted = await rowOf(accept(facility.client, bid, job))
    assert.deepEqual([accepted['id'], accepted['status']], [bid, 'accepted'])
    const bids = facility.client.from('bids').select('id, status').eq('job_id', job).order('amount')
    assert.deepEqual(await rowsOf(bids), [
      { id: other, status: 'rejected' },
      { id: bid, status: 'accepted' },
    ])
    const award = facility.client.from('jobs').select('awarded_contractor_id').eq('id', job)
    assert.deepEqual(await rowsOf(award), [{ awarded_contractor_id: contractor.id }])
  })

  test('repeats with the same result, and conflicts with another bid', async () => {
    const { facility, job, bid, other } = await twoBids()
    const accepted = await rowOf(accept(facility.client, bid, job))
    assert.deepEqual(await rowOf(accept(facility.client, bid, job)), accepted)
    await expectRefusal(accept(facility.client, other, job), 409, 'job_awarded')
  })

  // @covers 6.facility.accepts
  test('is only allowed for the facility of the job', async () => {
    const { contractor, rival, job, bid } = await twoBids()
    await expectRefusal(accept(visitor, bid, job), 401, '42501')
    await expectRefusal(accept(contractor.client, bid, job), 403, 'job_not_yours')
    await expectRefusal(accept(rival.client, bid, job), 403, 'job_not_yours')
    await expectRefusal(accept(clientFor('admin'), bid, job), 403, 'job_not_yours')
    await expectRefusal(accept(clientFor('facility'), bid, job), 404, 'job_unknown')
    await expectRefusal(accept(clientFor('consultant'), bid, job), 404, 'job_unknown')
  })

  test('works with the service role key', async () => {
    const { job, bid } = await twoBids()
    await expectSuccess(accept(server, bid, job), 200)
  })

  test('a missing bid, or one on another job, is not found', async () => {
    const { facility, job, bid } = await twoBids()
    const elsewhere = await postJob(facility)
    await expectRefusal(accept(facility.client, bid, elsewhere), 404, 'bid_unknown')
    await expectRefusal(accept(facility.client, crypto.randomUUID(), job), 404, 'bid_unknown')
    await expectRefusal(accept(facility.client, bid, crypto.randomUUID()), 404, 'job_unknown')
  })

  test('a withdrawn bid, a deleted job and a finished job are conflicts', async () => {
    const { facility, contractor, job, bid } = await twoBids()
    const withdrawn = { status: 'withdrawn' }
    await contractor.client.from('bids').update(withdrawn).eq('id', bid).throwOnError()
    await expectRefusal(accept(facility.client, bid, job), 409, 'bid_decided')
    await facility.client.from('jobs').update({ is_deleted: true }).eq('id', job).throwOnError()
    await expectRefusal(accept(facility.client, bid, job), 409, 'job_deleted')
  })

  test('has one winner if two bids are accepted at once', async () => {
    const { facility, job, bid, other } = await twoBids()
    const results = await Promise.all([
      accept(facility.client, bid, job),
      accept(facility.client, other, job),
    ])
    assert.deepEqual(
      results.map(({ status }) => status).toSorted((one, next) => one - next),
      [200, 409],
    )
    const accepted = facility.client.from('bids').select('id').eq('status', 'accepted')
    assert.equal((await rowsOf(accepted.eq('job_id', job))).length, 1)
  })

  test('an invalid id is refused', async () => {
    await expectRefusal(accept(clientFor('facility'), 'one', 'two'), 400, '22P02')
  })
})

suite('revoking an award', () => {
  const release = (client: Client, job_id: string, reason = 'Both agree.') =>
    client.rpc('admin_release_award', { job_id, reason })

  test('works for an admin, and the job accepts bids again', async () => {
    const { facility, contractor, rival } = await createActors()
    const { job, bid } = await awardJob(facility, contractor)
    await expectSuccess(release(clientFor('admin'), job), 204)
    const status = contractor.client.from('bids').select('status').eq('id', bid)
    assert.deepEqual(await rowsOf(status), [{ status: 'rejected' }])
    await placeBid(rival, job)
    await expectRefusal(release(clientFor('admin'), job), 409, 'job_not_awarded')
  })

  test('is refused for others, and without a reason', async () => {
    const { facility, contractor } = await createActors()
    const { job } = await awardJob(facility, contractor)
    await expectRefusal(release(visitor, job), 401, '42501')
    for (const client of [facility.client, contractor.client, clientFor('consultant')])
      await expectRefusal(release(client, job), 403, '42501')
    await expectRefusal(release(clientFor('admin'), job, ' '), 400, 'reason_missing')
    await expectRefusal(release(clientFor('admin'), job, 'x'.repeat(1001)), 400, 'text_too_long')
    await expectRefusal(release(clientFor('admin'), crypto.randomUUID()), 404, 'job_unknown')
    await expectSuccess(release(server, job), 204)
  })

  test('a finished job keeps its contractor', async () => {
    const { facility, contractor } = await createActors()
    const { job } = await awardJob(facility, contractor)
    await finishJob(contractor, job)
    await expectRefusal(release(clientFor('admin'), job), 409, 'job_finished')
  })
})

suite('the permitted actions on a bid', () => {
  test('appear in columns', async () => {
    const { facility, contractor, bid } = await twoBids()
    const columns = (client: Client) =>
      client.from('bids').select('can_accept, can_withdraw').eq('id', bid)
    const permissions = (can_accept: boolean, can_withdraw: boolean) => [
      { can_accept, can_withdraw },
    ]
    assert.deepEqual(await rowsOf(columns(facility.client)), permissions(true, false))
    assert.deepEqual(await rowsOf(columns(contractor.client)), permissions(false, true))
    assert.deepEqual(await rowsOf(columns(clientFor('admin'))), permissions(false, false))
  })
})
