// Checks that all columns have the names in the specification, and that unknown statuses are refused.
import { suite, test } from 'node:test'
import { untyped, server } from '../support/clients.ts'
import { expectRefusal, expectSuccess } from '../support/expect.ts'
import { createActors, placeBid, postJob } from '../support/market.ts'

const read = (relation: string, columns: string) =>
  untyped(server).from(relation).select(columns).limit(1)

suite('the columns of the specification can be read', () => {
  // @covers 3.consultations.columns
  test('of consultations', async () => {
    await expectSuccess(
      read('consultations', 'id, job_id, consultant_id, facility_id, fee, scheduled_at'),
      200,
    )
  })

  // @covers 3.consultations.dates
  test('of consultations, which have no second date', async () => {
    await expectRefusal(read('consultations', 'date'), 400, '42703')
    await expectRefusal(read('consultations', 'scheduled_date'), 400, '42703')
  })

  // @covers 3.reviews.columns
  test('of reviews', async () => {
    await expectSuccess(
      read('reviews', 'id, consultant_id, rating, comment, created_at, reviewer_name'),
      200,
    )
  })

  // @covers 3.jobs.columns
  test('of jobs', async () => {
    const columns = 'id, facility_id, title, description, budget, status, is_deleted, created_at'
    await expectSuccess(read('jobs', columns), 200)
  })

  // @covers 3.bids.columns
  test('of bids', async () => {
    await expectSuccess(read('bids', 'id, job_id, contractor_id, amount, status, created_at'), 200)
  })

  // @covers 3.messages.columns
  test('of messages', async () => {
    const columns =
      'id, sender_id, recipient_id, sender_name, content, read, created_at, job_id, consultation_id'
    await expectSuccess(read('messages', columns), 200)
  })

  // @covers 3.views.inbox-preview
  test('of the inbox preview', async () => {
    const columns =
      'id, thread_type, job_id, consultation_id, thread_title, sender_name, content, created_at, unread_count'
    await expectSuccess(read('dashboard_inbox_preview', columns), 200)
  })
})

suite('an unknown state is refused', () => {
  // @covers 3.jobs.status
  test('of a job', async () => {
    const { facility } = await createActors()
    const id = await postJob(facility)
    await expectRefusal(
      untyped(server).from('jobs').update({ status: 'lost' }).eq('id', id),
      400,
      '23514',
    )
  })

  // @covers 3.bids.status
  test('of a bid', async () => {
    const { facility, contractor } = await createActors()
    const id = await placeBid(contractor, await postJob(facility))
    await expectRefusal(
      untyped(server).from('bids').update({ status: 'lost' }).eq('id', id),
      400,
      '23514',
    )
  })
})
