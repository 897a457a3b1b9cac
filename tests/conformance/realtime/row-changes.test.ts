// Pages apply changes to the rows that they have read (0066), so events and reads have to agree.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { liveClient, subscribeToTable, waitForItems } from '../support/live.ts'
import { awardJob, createActors, finishJob, placeBid, postJob } from '../support/market.ts'

const { facility, contractor } = await createActors()

const unread = z.object({ notices: z.number(), as_of: z.string() })

async function readUnread() {
  const { data } = await facility.client.rpc('my_unread', {}, { get: true }).throwOnError()
  const { notices, as_of: asOf } = unread.parse(data)
  return { notices, asOf: Date.parse(asOf) }
}

type Client = Awaited<ReturnType<typeof liveClient>>

async function rowOf(client: Client, table: 'payments' | 'bids', id: string) {
  const response = await client.from(table).select('*').eq('id', id).single().throwOnError()
  return z.object({ data: z.unknown() }).parse(response).data
}

async function followNotices() {
  const filter = `recipient_id=eq.${facility.id}`
  const client = await liveClient(facility.id)
  return subscribeToTable(client, { table: 'notices', filter })
}

suite('the row of a change', () => {
  test('has the columns of a payment as a read returns them, and the status before', async () => {
    const client = await liveClient(contractor.id)
    const filter = `payee_id=eq.${contractor.id}`
    const { changes } = await subscribeToTable(client, { table: 'payments', filter })
    const { job } = await awardJob(facility, contractor, 900.5)
    await finishJob(contractor, job)
    const [created] = await waitForItems(changes)
    const payment = z.object({ id: z.string() }).parse(created?.new)
    const record = { payment_id: payment.id, reference: 'Check 4711' }
    await facility.client.rpc('record_payment', record).throwOnError()
    const [, recorded] = await waitForItems(changes, 2)
    assert.deepEqual(recorded?.new, await rowOf(client, 'payments', payment.id))
    assert.deepEqual(recorded?.old, created?.new)
  })

  test('has the columns of a bid as a read returns them, and the status before', async () => {
    const client = await liveClient(facility.id)
    const job = await postJob(facility)
    const filter = `job_id=eq.${job}`
    const { changes } = await subscribeToTable(client, { table: 'bids', filter })
    const bid = await placeBid(contractor, job, 899.99)
    const withdrawn = { status: 'withdrawn' }
    await contractor.client.from('bids').update(withdrawn).eq('id', bid).throwOnError()
    const [placed, changed] = await waitForItems(changes, 2)
    assert.deepEqual(changed?.new, await rowOf(client, 'bids', bid))
    assert.deepEqual(changed?.old, placed?.new)
  })
})

suite('the time of a change', () => {
  test('is later than as_of of a count that lacks the change, and not of one that has it', async () => {
    const { changes } = await followNotices()
    const before = await readUnread()
    await placeBid(contractor, await postJob(facility))
    const [change] = await waitForItems(changes)
    const after = await readUnread()
    assert.deepEqual(change?.old, {})
    const at = Date.parse(change?.commit_timestamp ?? '')
    assert.ok(at > before.asOf)
    assert.ok(at <= after.asOf)
    assert.equal(after.notices, before.notices + 1)
  })
})

suite('the row before a change', () => {
  test('has the state of a notice before it was read', async () => {
    const { changes } = await followNotices()
    await placeBid(contractor, await postJob(facility))
    await waitForItems(changes)
    await facility.client.rpc('mark_notices_read').throwOnError()
    await waitForItems(changes, 2)
    const marked = z.object({
      new: z.object({ read: z.boolean() }),
      old: z.object({ read: z.boolean() }),
    })
    const { new: row, old } = marked.parse(changes.at(-1))
    assert.deepEqual([old.read, row.read], [false, true])
  })
})
