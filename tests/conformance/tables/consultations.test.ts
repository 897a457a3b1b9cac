import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { testByRole } from '../support/by-role.ts'
import { clientFor, idOf, untyped, server, visitor } from '../support/clients.ts'
import { first, only, expectRefusal, rowsOf, expectSuccess, textIn } from '../support/expect.ts'
import { createActor, bookConsultation, inDays, createActors, postJob } from '../support/market.ts'

const withJob = await rowsOf(
  server.from('consultations').select('job_id').not('job_id', 'is', null),
)
const jobs = withJob.map((row) => textIn(row, 'job_id'))
const own = await rowsOf(
  clientFor('consultant').from('consultations').select('id').eq('facility_id', idOf('facility')),
)
const sharedId = textIn(first(own), 'id')

// @covers 7.consultations.by-party
testByRole(
  'by consultant_id',
  (client) => client.from('consultations').select('*').eq('consultant_id', idOf('consultant')),
  {
    visitor: '401 42501',
    facility: 'some',
    contractor: 'none',
    consultant: 'all',
    admin: 'all',
    server: 'all',
  },
)

// @covers 7.consultations.by-party
testByRole(
  'by facility_id',
  (client) => client.from('consultations').select('*').eq('facility_id', idOf('facility')),
  {
    visitor: '401 42501',
    facility: 'all',
    contractor: 'none',
    consultant: 'some',
    admin: 'all',
    server: 'all',
  },
)

// @covers 7.consultations.by-id
testByRole(
  'by id: consultant_id, facility_id, scheduled_at',
  (client) =>
    client
      .from('consultations')
      .select('consultant_id, facility_id, scheduled_at')
      .eq('id', sharedId)
      .single(),
  {
    visitor: '401 42501',
    facility: '200',
    contractor: '406 PGRST116',
    consultant: '200',
    admin: '200',
    server: '200',
  },
)

// @covers 7.consultations.by-jobs
testByRole(
  'by a list of jobs',
  (client) => client.from('consultations').select('*').in('job_id', jobs),
  {
    visitor: '401 42501',
    facility: 'some',
    contractor: 'none',
    consultant: 'some',
    admin: 'all',
    server: 'all',
  },
)

/** Returns the fields that the form sends according to the specification. */
function bookingOf(facility: { id: string }, consultant: { id: string }) {
  return {
    consultant_id: consultant.id,
    facility_id: facility.id,
    scheduled_at: new Date().toISOString(),
  }
}

suite('booking', () => {
  // @covers 7.consultations.insert 4.consultation.booked
  test("works for a facility, at the consultant's fee", async () => {
    const { facility, consultant } = await createActors()
    const fee = { consultation_fee: 120 }
    await consultant.client.from('profiles').update(fee).eq('id', consultant.id).throwOnError()
    const booking = { ...bookingOf(facility, consultant), fee: 120, status: 'cancelled' }
    const call = untyped(facility.client).from('consultations').insert(booking).select()
    const created = only(await rowsOf(call, 201))
    assert.deepEqual(
      [created['fee'], created['status'], created['duration_minutes'], created['job_id']],
      [120, 'booked', 0, null],
    )
    const payment = facility.client.from('payments').select('amount, status')
    assert.deepEqual(await rowsOf(payment), [{ amount: 120, status: 'pending' }])
  })

  // @covers 6.facility.books
  test('is refused for everyone else, and for other users', async () => {
    const { facility, contractor, consultant } = await createActors()
    const insert = (client: typeof server, by: { id: string }) =>
      untyped(client).from('consultations').insert(bookingOf(by, consultant))
    await expectRefusal(insert(visitor, facility), 401, '42501')
    const admin = await createActor('admin')
    for (const other of [contractor, admin])
      await expectRefusal(insert(other.client, other), 403, '42501')
    await expectRefusal(insert(clientFor('facility'), facility), 403, '42501')
    await expectSuccess(insert(server, facility), 201)
  })

  test('is refused for a hidden consultant or another user', async () => {
    const { facility, contractor, consultant } = await createActors()
    const hide = { is_hidden: true }
    await consultant.client.from('profiles').update(hide).eq('id', consultant.id).throwOnError()
    for (const other of [consultant, contractor, facility]) {
      const booking = untyped(facility.client).from('consultations')
      await expectRefusal(booking.insert(bookingOf(facility, other)), 403, '42501')
    }
  })

  test('a second one is refused until the first has ended', async () => {
    const { facility, consultant } = await createActors()
    await bookConsultation(facility, consultant)
    const second = { ...bookingOf(facility, consultant), scheduled_at: inDays(5) }
    const call = untyped(facility.client).from('consultations').insert(second)
    await expectRefusal(call, 409, 'consultation_exists')
  })

  test('a time that is taken is refused', async () => {
    const { facility, consultant } = await createActors()
    const time = { scheduled_at: inDays(3), duration_minutes: 60 }
    await bookConsultation(facility, consultant, time)
    const other = await createActor('facility')
    const booking = { ...bookingOf(other, consultant), ...time }
    const call = untyped(other.client).from('consultations').insert(booking)
    await expectRefusal(call, 409, 'consultant_busy')
  })

  test("works for the facility's own job only", async () => {
    const { facility, consultant } = await createActors()
    const other = await createActor('facility')
    const job = (job_id: string) => ({ ...bookingOf(facility, consultant), job_id })
    const insert = (job_id: string) =>
      untyped(facility.client).from('consultations').insert(job(job_id))
    await expectRefusal(insert(await postJob(other)), 403, '42501')
    await expectSuccess(insert(await postJob(facility)), 201)
  })

  const cases: [string, Record<string, unknown>, string][] = [
    ['the past', { scheduled_at: inDays(-1) }, 'time_out_of_range'],
    ['years ahead', { scheduled_at: inDays(800) }, 'time_out_of_range'],
    ['no time', { scheduled_at: null }, 'time_missing'],
    ['the end of time', { scheduled_at: 'infinity' }, 'time_missing'],
    ['nine hours', { duration_minutes: 540 }, 'duration_invalid'],
    ['a time in words', { scheduled_at: 'soon' }, '22007'],
  ]
  for (const [name, change, code] of cases) {
    test(`${name} is refused`, async () => {
      const { facility, consultant } = await createActors()
      const booking = { ...bookingOf(facility, consultant), ...change }
      await expectRefusal(untyped(facility.client).from('consultations').insert(booking), 400, code)
    })
  }
})

suite('cancelling', () => {
  const cancelled = { status: 'cancelled' }

  test('works once for both parties before the start', async () => {
    const { facility, consultant } = await createActors()
    for (const party of [facility, consultant]) {
      const id = await bookConsultation(facility, consultant)
      const call = () =>
        party.client.from('consultations').update(cancelled).eq('id', id).select('status')
      assert.deepEqual(await rowsOf(call()), [cancelled])
      assert.deepEqual(await rowsOf(call()), [cancelled])
      const reopen = party.client.from('consultations').update({ status: 'booked' }).eq('id', id)
      await expectRefusal(reopen, 409, 'consultation_cancelled')
    }
  })

  test('is refused for everyone else', async () => {
    const { facility, consultant } = await createActors()
    const id = await bookConsultation(facility, consultant)
    const call = (client: typeof server) =>
      client.from('consultations').update(cancelled).eq('id', id)
    await expectRefusal(call(visitor), 401, '42501')
    await expectRefusal(call(clientFor('admin')), 403, '42501')
    assert.deepEqual(await rowsOf(call(clientFor('facility')).select()), [])
    assert.deepEqual(await rowsOf(call(clientFor('contractor')).select()), [])
  })

  test('is refused after the start', async () => {
    const { facility, consultant } = await createActors()
    const id = await bookConsultation(facility, consultant, { duration_minutes: 60 })
    const call = facility.client.from('consultations').update(cancelled).eq('id', id)
    await expectRefusal(call, 409, 'consultation_started')
  })

  test('its time and its fee never change', async () => {
    const { facility, consultant } = await createActors()
    const id = await bookConsultation(facility, consultant)
    for (const change of [{ scheduled_at: inDays(9) }, { fee: 0 }]) {
      const call = facility.client.from('consultations').update(change).eq('id', id)
      await expectRefusal(call, 403, '42501')
    }
  })
})
