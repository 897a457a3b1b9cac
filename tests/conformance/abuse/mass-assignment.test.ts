import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { clientFor, clientOfUser, idOf, untyped } from '../support/clients.ts'
import { insertUser } from '../support/database.ts'
import { only, expectRefusal, rowsOf, textIn } from '../support/expect.ts'
import {
  createActor,
  awardJob,
  bookConsultation,
  inDays,
  jobFields,
  createActors,
  placeBid,
  postJob,
} from '../support/market.ts'

const longAgo = '2001-01-01T00:00:00+00:00'
const isNow = (time: string) => Math.abs(Date.parse(time) - Date.now()) < 60_000

suite('a user cannot set', () => {
  const columns: [string, unknown][] = [
    ['role', 'admin'],
    ['created_at', longAgo],
    ['last_active_at', longAgo],
  ]
  for (const [column, value] of columns) {
    test(`the ${column} of a profile`, async () => {
      const id = await insertUser('facility')
      const profiles = () => untyped(clientOfUser(id)).from('profiles')
      await expectRefusal(
        profiles()
          .update({ [column]: value })
          .eq('id', id),
        403,
        '42501',
      )
      const changes = { headline: 'Nice', [column]: value }
      await expectRefusal(profiles().update(changes).eq('id', id), 403, '42501')
      await expectRefusal(profiles().upsert({ id, [column]: value }), 403, '42501')
      await expectRefusal(
        profiles().insert({ id, role: 'facility', [column]: value }),
        403,
        '42501',
      )
    })
  }

  test('an email address, which is not a column', async () => {
    const id = await insertUser('facility')
    const call = untyped(clientOfUser(id))
      .from('profiles')
      .update({ email: 'me@else.test' })
      .eq('id', id)
    await expectRefusal(call, 400, 'PGRST204')
  })
})

suite('a new job is', () => {
  test('open, not deleted and created now, whatever is sent', async () => {
    const facility = await createActor('facility')
    const sent = {
      ...jobFields(facility),
      status: 'finished',
      is_deleted: true,
      created_at: longAgo,
    }
    const created = only(await rowsOf(facility.client.from('jobs').insert(sent).select(), 201))
    assert.deepEqual([created['status'], created['is_deleted']], ['open', false])
    assert.ok(isNow(textIn(created, 'created_at')))
  })

  for (const column of ['id', 'awarded_at', 'awarded_contractor_id', 'finished_at']) {
    test(`without ${column}, which is refused`, async () => {
      const facility = await createActor('facility')
      const value = column.endsWith('_at') ? longAgo : idOf('contractor')
      const sent = { ...jobFields(facility), [column]: value }
      await expectRefusal(untyped(facility.client).from('jobs').insert(sent), 403, '42501')
    })
  }

  test('and its owner, creation time and award never change', async () => {
    const facility = await createActor('facility')
    const id = await postJob(facility)
    const changes = {
      id: crypto.randomUUID(),
      facility_id: idOf('facility'),
      created_at: longAgo,
      awarded_at: longAgo,
      awarded_contractor_id: idOf('contractor'),
      finished_at: longAgo,
    }
    for (const [column, value] of Object.entries(changes)) {
      const call = untyped(facility.client)
        .from('jobs')
        .update({ [column]: value })
        .eq('id', id)
      await expectRefusal(call, 403, '42501')
    }
    const upsert = untyped(facility.client)
      .from('jobs')
      .upsert({ id, ...jobFields(facility) })
    await expectRefusal(upsert, 403, '42501')
  })
})

suite('a new bid is', () => {
  test('pending and created now, whatever is sent', async () => {
    const { facility, contractor } = await createActors()
    const job_id = await postJob(facility)
    const sent = {
      contractor_id: contractor.id,
      job_id,
      amount: 5,
      status: 'accepted',
      created_at: longAgo,
    }
    const created = only(await rowsOf(contractor.client.from('bids').insert(sent).select(), 201))
    assert.equal(created['status'], 'pending')
    assert.ok(isNow(textIn(created, 'created_at')))
  })

  test('and its amount, job and owner never change', async () => {
    const { facility, contractor } = await createActors()
    const id = await placeBid(contractor, await postJob(facility))
    const changes = { amount: 1, job_id: id, contractor_id: id, created_at: longAgo, id }
    for (const [column, value] of Object.entries(changes)) {
      const call = untyped(contractor.client)
        .from('bids')
        .update({ [column]: value })
        .eq('id', id)
      await expectRefusal(call, 403, '42501')
    }
  })
})

suite('a consultation', () => {
  test("is booked now and at the consultant's fee", async () => {
    const { facility, consultant } = await createActors()
    const sent = {
      consultant_id: consultant.id,
      facility_id: facility.id,
      scheduled_at: inDays(3),
      status: 'cancelled',
      created_at: longAgo,
    }
    const withFee = untyped(facility.client)
      .from('consultations')
      .insert({ ...sent, fee: 9999 })
    await expectRefusal(withFee, 409, 'fee_changed')
    const call = untyped(facility.client).from('consultations').insert(sent).select()
    const created = only(await rowsOf(call, 201))
    assert.deepEqual([created['fee'], created['status']], [0, 'booked'])
    assert.ok(isNow(textIn(created, 'created_at')))
    const ends = untyped(facility.client)
      .from('consultations')
      .insert({ ...sent, ends_at: longAgo })
    await expectRefusal(ends, 403, '42501')
  })

  test('never changes, except to be cancelled', async () => {
    const { facility, consultant } = await createActors()
    const id = await bookConsultation(facility, consultant)
    const changes = {
      fee: 1,
      scheduled_at: inDays(4),
      duration_minutes: 5,
      ends_at: longAgo,
      facility_id: consultant.id,
      consultant_id: idOf('consultant'),
      job_id: null,
    }
    for (const [column, value] of Object.entries(changes)) {
      const call = untyped(facility.client)
        .from('consultations')
        .update({ [column]: value })
      await expectRefusal(call.eq('id', id), 403, '42501')
    }
  })
})

suite('a message', () => {
  for (const column of ['id', 'seq', 'conversation_id']) {
    test(`is numbered by the server: ${column} is refused`, async () => {
      const { facility, contractor } = await createActors()
      const { job } = await awardJob(facility, contractor)
      const sent = { job_id: job, recipient_id: facility.id, content: 'Hi' }
      const forged = { ...sent, [column]: column === 'seq' ? 99 : crypto.randomUUID() }
      await expectRefusal(untyped(contractor.client).from('messages').insert(forged), 403, '42501')
    })
  }
})

suite('tables that only procedures write', () => {
  const tables = ['payments', 'conversations', 'job_categories'] as const
  for (const table of tables) {
    test(`${table} accepts no rows`, async () => {
      for (const login of ['facility', 'contractor', 'consultant', 'admin'] as const) {
        const rows = () => untyped(clientFor(login)).from(table)
        const column = table === 'job_categories' ? 'name' : 'id'
        const row: Record<string, unknown> = { [column]: crypto.randomUUID() }
        await expectRefusal(rows().insert(row), 403, '42501')
        const change = rows().update(row).not(column, 'is', null)
        await expectRefusal(change, 403, '42501')
        await expectRefusal(rows().delete().not(column, 'is', null), 403, '42501')
      }
    })
  }
})
