import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { until } from '../../support/until.ts'
import { expectJoinRefusal, listen, liveClient } from '../support/live.ts'
import { acceptBid, createActors, placeBid, postJob } from '../support/market.ts'

const { facility, contractor, rival, consultant } = await createActors()

const message = z.object({
  event: z.string(),
  payload: z.looseObject({
    id: z.string().optional(),
    row: z.record(z.string(), z.unknown()).nullish(),
    values: z.record(z.string(), z.unknown()).optional(),
  }),
})

/** Joins the topic as a contractor. Returns a function that lists the messages about a job. */
async function follow() {
  const client = await liveClient(contractor.id)
  const { messages } = await listen(client, 'available-jobs', { private: true })
  const about = (jobId: string) =>
    messages.map((one) => message.parse(one)).filter(({ payload }) => payload.id === jobId)
  return { client, about }
}

suite('the topic of the available jobs', () => {
  test('carries a new job as a contractor reads it', async () => {
    const { client, about } = await follow()
    const jobId = await postJob(facility)
    await until(() => about(jobId).length > 0)
    const columns =
      'id, title, description, category, location, town, budget, created_at, facility_id, facility_name, bid_count'
    const { data } = await client
      .from('dashboard_available_jobs')
      .select(columns)
      .eq('id', jobId)
      .single()
    assert.deepEqual(about(jobId)[0]?.payload.row, { ...data, photos: [] })
  })

  test('carries the number of bids, and then that the job is gone', async () => {
    const { about } = await follow()
    const jobId = await postJob(facility)
    const bidId = await placeBid(rival, jobId)
    await until(() => about(jobId).length > 1)
    assert.deepEqual(about(jobId)[1]?.payload.values, { bid_count: 1 })
    await acceptBid(facility, bidId, jobId)
    await until(() => about(jobId).length > 2)
    assert.equal(about(jobId)[2]?.event, 'job')
    assert.equal(about(jobId)[2]?.payload.row, null)
  })

  test('refuses everybody except contractors', async () => {
    for (const person of [facility, consultant]) {
      const client = await liveClient(person.id)
      const channel = client.channel('available-jobs', { config: { private: true } })
      assert.match(await expectJoinRefusal(channel), /^Unauthorized/)
    }
  })

  test('accepts broadcasts from nobody', async () => {
    const { client } = await follow()
    const channel = client.channel('available-jobs', { config: { private: true } })
    await assert.rejects(channel.httpSend('job', {}), /do not have permissions to write to/)
  })
})
