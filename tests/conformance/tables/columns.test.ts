// Checks that all columns have the names in the specification, and that unknown statuses are refused.
import { suite, test } from 'node:test'
import { loose, server } from '../support/clients.ts'
import { refused, succeeded } from '../support/expect.ts'
import { openMarket, placeBid, postJob } from '../support/market.ts'

const read = (relation: string, columns: string) =>
  loose(server).from(relation).select(columns).limit(1)

suite('the columns of the specification can be read', () => {
  // @covers 3.consultations.columns
  test('of consultations', async () => {
    await succeeded(
      read('consultations', 'id, job_id, consultant_id, facility_id, fee, scheduled_at'),
      200,
    )
  })

  // @covers 3.consultations.dates
  test('of consultations, which have no second date', async () => {
    await refused(read('consultations', 'date'), 400, '42703')
    await refused(read('consultations', 'scheduled_date'), 400, '42703')
  })

  // @covers 3.reviews.columns
  test('of reviews', async () => {
    await succeeded(
      read('reviews', 'id, consultant_id, rating, comment, created_at, reviewer_name'),
      200,
    )
  })

  // @covers 3.jobs.columns
  test('of jobs', async () => {
    const columns = 'id, facility_id, title, description, budget, status, is_deleted, created_at'
    await succeeded(read('jobs', columns), 200)
  })

  // @covers 3.bids.columns
  test('of bids', async () => {
    await succeeded(read('bids', 'id, job_id, contractor_id, amount, status, created_at'), 200)
  })

  // @covers 3.messages.columns
  test('of messages', async () => {
    const columns =
      'id, sender_id, recipient_id, sender_name, content, read, created_at, job_id, consultation_id'
    await succeeded(read('messages', columns), 200)
  })

  // @covers 3.views.inbox-preview
  test('of the inbox preview', async () => {
    const columns =
      'id, thread_type, job_id, consultation_id, thread_title, sender_name, content, created_at, unread_count'
    await succeeded(read('dashboard_inbox_preview', columns), 200)
  })
})

suite('an unknown state is refused', () => {
  // @covers 3.jobs.status
  test('of a job', async () => {
    const { facility } = await openMarket()
    const id = await postJob(facility)
    await refused(loose(server).from('jobs').update({ status: 'lost' }).eq('id', id), 400, '23514')
  })

  // @covers 3.bids.status
  test('of a bid', async () => {
    const { facility, contractor } = await openMarket()
    const id = await placeBid(contractor, await postJob(facility))
    await refused(loose(server).from('bids').update({ status: 'lost' }).eq('id', id), 400, '23514')
  })
})
