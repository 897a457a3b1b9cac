import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { testByRole } from '../support/by-role.ts'
import { clientFor, type Client, idOf, visitor } from '../support/clients.ts'
import { only, expectRefusal, rowsOf } from '../support/expect.ts'
import {
  awardJob,
  bookConsultation,
  finishJob,
  createActors,
  placeBid,
  postJob,
} from '../support/market.ts'

testByRole(
  'conversation_with a contractor',
  (client) => client.rpc('conversation_with', { user_id: idOf('contractor') }),
  {
    visitor: '401 42501',
    facility: '200',
    contractor: '200',
    consultant: 'none',
    admin: 'none',
    server: '200',
  },
)

type Subject = { job_id: string; contractor_id?: string } | { consultation_id: string }

const state = async (client: Client, subject: Subject) =>
  (await rowsOf(client.rpc('conversation_state', subject))).map(
    ({ counterpart, writable, banner }) => ({ counterpart, writable, banner }),
  )

suite('conversation_state', () => {
  test('returns nothing for visitors and strangers', async () => {
    const { facility, contractor } = await createActors()
    const { job: job_id } = await awardJob(facility, contractor)
    await expectRefusal(visitor.rpc('conversation_state', { job_id }), 401, '42501')
    for (const login of ['facility', 'contractor', 'consultant', 'admin'] as const)
      assert.deepEqual(await state(clientFor(login), { job_id }), [])
  })

  // @covers 6.chat.job
  test('allows both sides to write about an awarded job', async () => {
    const { facility, contractor } = await createActors()
    const { job: job_id } = await awardJob(facility, contractor)
    const open = { writable: true, banner: null }
    const toContractor = [{ counterpart: contractor.id, ...open }]
    assert.deepEqual(await state(facility.client, { job_id }), toContractor)
    const toFacility = [{ counterpart: facility.id, ...open }]
    assert.deepEqual(await state(contractor.client, { job_id }), toFacility)
  })

  // @covers 8.chat.no-accepted-bid
  test('gives the facility no recipient before the award, while a bidder may write first', async () => {
    const { facility, contractor } = await createActors()
    const job_id = await postJob(facility)
    await placeBid(contractor, job_id)
    const noContractor = { writable: false, banner: 'No accepted contractor bid found.' }
    assert.deepEqual(await state(facility.client, { job_id }), [
      { counterpart: null, ...noContractor },
    ])
    const noBidArguments = { job_id, contractor_id: contractor.id }
    assert.deepEqual(await state(facility.client, noBidArguments), [
      { counterpart: contractor.id, ...noContractor },
    ])
    assert.deepEqual(await state(contractor.client, { job_id }), [
      { counterpart: facility.id, writable: true, banner: null },
    ])
  })

  // @covers 8.chat.finished 4.job.finished-no-messages
  test('is closed on a finished job', async () => {
    const { facility, contractor } = await createActors()
    const { job: job_id } = await awardJob(facility, contractor)
    await finishJob(contractor, job_id)
    const closed = {
      writable: false,
      banner: 'This job is marked as finished. Messaging is disabled.',
    }
    assert.deepEqual(await state(facility.client, { job_id }), [
      { counterpart: contractor.id, ...closed },
    ])
  })

  // @covers 6.chat.consultation 8.chat.ended
  test('allows both sides to write until a consultation has ended', async () => {
    const { facility, consultant } = await createActors()
    const consultation_id = await bookConsultation(facility, consultant)
    assert.deepEqual(await state(consultant.client, { consultation_id }), [
      { counterpart: facility.id, writable: true, banner: null },
    ])
    const past = await createActors()
    const ended = await bookConsultation(past.facility, past.consultant, {})
    assert.deepEqual(await state(past.facility.client, { consultation_id: ended }), [
      {
        counterpart: past.consultant.id,
        writable: false,
        banner: 'This consultation has ended. Messaging is disabled.',
      },
    ])
  })
})

suite('conversation_with', () => {
  test('prefers the open conversation', async () => {
    const { facility, contractor } = await createActors()
    const open = await awardJob(facility, contractor)
    const closed = await awardJob(facility, contractor)
    await finishJob(contractor, closed.job)
    const call = facility.client.rpc('conversation_with', { user_id: contractor.id })
    const conversation = only(await rowsOf(call))
    assert.deepEqual(
      [conversation['job_id'], conversation['contractor_id'], conversation['writable']],
      [open.job, contractor.id, true],
    )
  })

  test('finds no conversation with the user itself', async () => {
    const call = clientFor('facility').rpc('conversation_with', { user_id: idOf('facility') })
    assert.deepEqual(await rowsOf(call), [])
  })
})

testByRole('conversations', (client) => client.from('conversations').select('*'), {
  visitor: '401 42501',
  facility: 'some',
  contractor: 'some',
  consultant: 'some',
  admin: 'none',
  server: 'all',
})
