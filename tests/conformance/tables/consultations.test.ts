import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { byRole } from '../support/by-role.ts'
import { as, idOf, loose, server, visitor } from '../support/clients.ts'
import { first, only, refused, rowsOf, succeeded, textIn } from '../support/expect.ts'
import { actor, book, inDays, openMarket, postJob } from '../support/market.ts'

const withJob = await rowsOf(
  server.from('consultations').select('job_id').not('job_id', 'is', null),
)
const jobs = withJob.map((row) => textIn(row, 'job_id'))
const own = await rowsOf(
  as('consultant').from('consultations').select('id').eq('facility_id', idOf('facility')),
)
const shared = textIn(first(own), 'id')

// @covers 7.consultations.by-party
byRole(
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
byRole(
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
byRole(
  'by id: consultant_id, facility_id, scheduled_at',
  (client) =>
    client
      .from('consultations')
      .select('consultant_id, facility_id, scheduled_at')
      .eq('id', shared)
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
byRole(
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

/** Returns the fields that the form sends according to the specification: it books for now and without a length. */
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
    const { facility, consultant } = await openMarket()
    const fee = { consultation_fee: 120 }
    await consultant.client.from('profiles').update(fee).eq('id', consultant.id).throwOnError()
    const booking = { ...bookingOf(facility, consultant), fee: 1, status: 'cancelled' }
    const call = loose(facility.client).from('consultations').insert(booking).select()
    const made = only(await rowsOf(call, 201))
    assert.deepEqual(
      [made['fee'], made['status'], made['duration_minutes'], made['job_id']],
      [120, 'booked', 0, null],
    )
    const payment = facility.client.from('payments').select('amount, status')
    assert.deepEqual(await rowsOf(payment), [{ amount: 120, status: 'pending' }])
  })

  // @covers 6.facility.books
  test('is refused for everyone else, and for other users', async () => {
    const { facility, contractor, consultant } = await openMarket()
    const insert = (client: typeof server, by: { id: string }) =>
      loose(client).from('consultations').insert(bookingOf(by, consultant))
    await refused(insert(visitor, facility), 401, '42501')
    const admin = await actor('admin')
    for (const other of [contractor, admin])
      await refused(insert(other.client, other), 403, '42501')
    await refused(insert(as('facility'), facility), 403, '42501')
    await succeeded(insert(server, facility), 201)
  })

  test('is refused for a hidden consultant or another user', async () => {
    const { facility, contractor, consultant } = await openMarket()
    const hide = { is_hidden: true }
    await consultant.client.from('profiles').update(hide).eq('id', consultant.id).throwOnError()
    for (const other of [consultant, contractor, facility]) {
      const booking = loose(facility.client).from('consultations')
      await refused(booking.insert(bookingOf(facility, other)), 403, '42501')
    }
  })

  test('a second one is refused until the first has ended', async () => {
    const { facility, consultant } = await openMarket()
    await book(facility, consultant)
    const again = { ...bookingOf(facility, consultant), scheduled_at: inDays(5) }
    const call = loose(facility.client).from('consultations').insert(again)
    await refused(call, 409, 'consultation_exists')
  })

  test('a time that is taken is refused', async () => {
    const { facility, consultant } = await openMarket()
    const time = { scheduled_at: inDays(3), duration_minutes: 60 }
    await book(facility, consultant, time)
    const other = await actor('facility')
    const booking = { ...bookingOf(other, consultant), ...time }
    const call = loose(other.client).from('consultations').insert(booking)
    await refused(call, 409, 'consultant_busy')
  })

  test("works for the facility's own job only", async () => {
    const { facility, consultant } = await openMarket()
    const other = await actor('facility')
    const job = (job_id: string) => ({ ...bookingOf(facility, consultant), job_id })
    const insert = (job_id: string) =>
      loose(facility.client).from('consultations').insert(job(job_id))
    await refused(insert(await postJob(other)), 403, '42501')
    await succeeded(insert(await postJob(facility)), 201)
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
      const { facility, consultant } = await openMarket()
      const booking = { ...bookingOf(facility, consultant), ...change }
      await refused(loose(facility.client).from('consultations').insert(booking), 400, code)
    })
  }
})

suite('cancelling', () => {
  const cancelled = { status: 'cancelled' }

  test('works once for both parties before the start', async () => {
    const { facility, consultant } = await openMarket()
    for (const party of [facility, consultant]) {
      const id = await book(facility, consultant)
      const call = () =>
        party.client.from('consultations').update(cancelled).eq('id', id).select('status')
      assert.deepEqual(await rowsOf(call()), [cancelled])
      assert.deepEqual(await rowsOf(call()), [cancelled])
      const reopen = party.client.from('consultations').update({ status: 'booked' }).eq('id', id)
      await refused(reopen, 409, 'consultation_cancelled')
    }
  })

  test('is refused for everyone else', async () => {
    const { facility, consultant } = await openMarket()
    const id = await book(facility, consultant)
    const call = (client: typeof server) =>
      client.from('consultations').update(cancelled).eq('id', id)
    await refused(call(visitor), 401, '42501')
    await refused(call(as('admin')), 403, '42501')
    assert.deepEqual(await rowsOf(call(as('facility')).select()), [])
    assert.deepEqual(await rowsOf(call(as('contractor')).select()), [])
  })

  test('is refused after the start', async () => {
    const { facility, consultant } = await openMarket()
    const id = await book(facility, consultant, { duration_minutes: 60 })
    const call = facility.client.from('consultations').update(cancelled).eq('id', id)
    await refused(call, 409, 'consultation_started')
  })

  test('its time and its fee never change', async () => {
    const { facility, consultant } = await openMarket()
    const id = await book(facility, consultant)
    for (const change of [{ scheduled_at: inDays(9) }, { fee: 0 }]) {
      const call = facility.client.from('consultations').update(change).eq('id', id)
      await refused(call, 403, '42501')
    }
  })
})
