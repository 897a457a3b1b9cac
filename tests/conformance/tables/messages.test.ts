import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { testByRole } from '../support/by-role.ts'
import { clientFor, idOf, visitor } from '../support/clients.ts'
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
  type Actor,
  awardJob,
  bookConsultation,
  finishJob,
  messageFields,
  createActors,
  placeBid,
  postJob,
  sendMessage,
} from '../support/market.ts'

const jobId = await conversationOf('facility', 'contractor')

// @covers 7.messages.read
testByRole(
  'of a job, oldest first',
  (client) => client.from('messages').select('*').eq('job_id', jobId).order('created_at'),
  {
    visitor: '401 42501',
    facility: 'all',
    contractor: 'all',
    consultant: 'none',
    admin: 'none',
    server: 'all',
  },
)

// @covers 7.messages.read
testByRole(
  'of a consultation, oldest first',
  (client) =>
    client
      .from('messages')
      .select('*')
      .not('consultation_id', 'is', null)
      .in('sender_id', [idOf('facility'), idOf('consultant')])
      .order('created_at'),
  {
    visitor: '401 42501',
    facility: 'some',
    contractor: 'none',
    consultant: 'some',
    admin: 'none',
    server: 'all',
  },
)

async function conversationOf(facility: 'facility', contractor: 'contractor') {
  const call = clientFor(facility)
    .from('messages')
    .select('job_id')
    .eq('sender_id', idOf(contractor))
    .not('job_id', 'is', null)
  return textIn(first(await rowsOf(call)), 'job_id')
}

// @covers 7.messages.read
test('the oldest come first', async () => {
  const call = clientFor('facility').from('messages').select('created_at').eq('job_id', jobId)
  const times = z
    .array(z.object({ created_at: z.string() }))
    .parse(await rowsOf(call.order('created_at', { ascending: true })))
  assert.ok(times.length > 1)
  assert.ok(isSorted(times, (one, next) => one.created_at <= next.created_at))
})

suite('sending a message', () => {
  // @covers 7.messages.insert 5.chat.trimmed 3.messages.unread
  test('about a job is trimmed, stamped and numbered', async () => {
    const { facility, contractor } = await createActors()
    const { job } = await awardJob(facility, contractor)
    const sent = messageFields(contractor, facility, { job_id: job })
    const forged = { ...sent, read: true, created_at: '2001-01-01' }
    const stored = only(await rowsOf(sendMessage(contractor.client, forged).select(), 201))
    assert.deepEqual(
      [stored['content'], stored['read'], stored['sender_name'], stored['seq']],
      ['Hello there.', false, 'Carl Contractor', 1],
    )
    assert.ok(Date.parse(textIn(stored, 'created_at')) > Date.now() - 60_000)
  })

  // @covers 6.chat.consultation
  test('about a consultation works for both sides', async () => {
    const { facility, consultant } = await createActors()
    const consultation_id = await bookConsultation(facility, consultant)
    const directions: [Actor, Actor][] = [
      [facility, consultant],
      [consultant, facility],
    ]
    for (const [from, to] of directions)
      await expectSuccess(
        sendMessage(from.client, messageFields(from, to, { consultation_id })),
        201,
      )
    const call = facility.client
      .from('messages')
      .select('seq')
      .eq('consultation_id', consultation_id)
    assert.deepEqual(await rowsOf(call.order('seq')), [{ seq: 1 }, { seq: 2 }])
  })

  test('is only allowed for the parties', async () => {
    const { facility, contractor, rival, consultant } = await createActors()
    const { job } = await awardJob(facility, contractor)
    const sent = messageFields(contractor, facility, { job_id: job })
    await expectRefusal(sendMessage(visitor, sent), 401, '42501')
    for (const other of [rival, consultant])
      await expectRefusal(
        sendMessage(other.client, messageFields(other, facility, { job_id: job })),
        403,
        '42501',
      )
    await expectRefusal(sendMessage(clientFor('admin'), sent), 403, '42501')
  })

  // @covers 6.chat.job
  test('goes to the counterpart, whatever sender is named', async () => {
    const { facility, contractor, rival } = await createActors()
    const { job } = await awardJob(facility, contractor)
    const wrong = messageFields(contractor, rival, { job_id: job })
    await expectRefusal(sendMessage(contractor.client, wrong), 403, 'wrong_recipient')
    const falseSender = {
      ...messageFields(facility, facility, { job_id: job }),
      client_id: crypto.randomUUID(),
    }
    const stored = only(
      await rowsOf(sendMessage(contractor.client, falseSender).select('sender_id'), 201),
    )
    assert.equal(stored['sender_id'], contractor.id)
  })

  // @covers 5.chat.empty 3.messages.one-subject
  test('is refused if it is empty or too long', async () => {
    const { facility, contractor } = await createActors()
    const { job } = await awardJob(facility, contractor)
    const sent = messageFields(contractor, facility, { job_id: job })
    const cases: [Record<string, unknown>, string][] = [
      [{ content: ' \n\t ' }, 'text_missing'],
      [{ content: 'x'.repeat(4001) }, 'text_too_long'],
      [{ consultation_id: crypto.randomUUID() }, 'two_subjects'],
    ]
    for (const [change, code] of cases)
      await expectRefusal(sendMessage(contractor.client, { ...sent, ...change }), 400, code)
  })

  test('may have 4,000 characters, and an emoji is one', async () => {
    const { facility, contractor } = await createActors()
    const { job } = await awardJob(facility, contractor)
    const content = '🔧'.repeat(4000)
    const sent = { ...messageFields(contractor, facility, { job_id: job }), content }
    const stored = only(await rowsOf(sendMessage(contractor.client, sent).select('content'), 201))
    assert.equal(stored['content'], content)
  })

  // @covers 3.messages.one-subject
  test('is refused without a job or consultation', async () => {
    const { facility, contractor } = await createActors()
    await expectRefusal(
      sendMessage(contractor.client, messageFields(contractor, facility, {})),
      403,
      '42501',
    )
  })

  test('is recognized as a repeat by its client_id', async () => {
    const { facility, contractor } = await createActors()
    const { job } = await awardJob(facility, contractor)
    const sent = {
      ...messageFields(contractor, facility, { job_id: job }),
      client_id: crypto.randomUUID(),
    }
    await expectSuccess(sendMessage(contractor.client, sent), 201)
    await expectRefusal(sendMessage(contractor.client, sent), 409, '23505')
  })

  // @covers 4.job.finished-no-messages 8.chat.finished
  test("is refused when the job is finished, with the banner's text", async () => {
    const { facility, contractor } = await createActors()
    const { job } = await awardJob(facility, contractor)
    await finishJob(contractor, job)
    for (const [from, to] of [
      [contractor, facility],
      [facility, contractor],
    ] as const) {
      const call = sendMessage(from.client, messageFields(from, to, { job_id: job }))
      const { message: text } = await expectRefusal(call, 409, 'conversation_closed')
      assert.equal(text, 'This job is marked as finished. Messaging is disabled.')
    }
  })

  // @covers 4.consultation.ended 8.chat.ended
  test('is refused when the consultation has ended', async () => {
    const { facility, consultant } = await createActors()
    const consultation_id = await bookConsultation(facility, consultant, {})
    const call = sendMessage(
      facility.client,
      messageFields(facility, consultant, { consultation_id }),
    )
    const { message: text } = await expectRefusal(call, 409, 'conversation_closed')
    assert.equal(text, 'This consultation has ended. Messaging is disabled.')
  })

  test('is refused for contractors who did not get the job', async () => {
    const { facility, contractor, rival } = await createActors()
    const job_id = await postJob(facility)
    await placeBid(rival, job_id)
    const bid = await placeBid(contractor, job_id)
    const args = { selected_bid_id: bid, job_id }
    await facility.client.rpc('accept_and_reject_bids', args).throwOnError()
    const call = sendMessage(rival.client, messageFields(rival, facility, { job_id }))
    const { message: text } = await expectRefusal(call, 409, 'conversation_closed')
    assert.equal(text, 'This job was given to another contractor. Messaging is disabled.')
  })
})
