import assert from 'node:assert/strict'
import { idOf, type Stage, type Stories } from '../support/run-story.ts'

const book = `insert into public.consultations
  (consultant_id, facility_id, scheduled_at, duration_minutes, status, created_at)
  values ($1, auth.uid(), now() + $2::interval, $3, 'cancelled', '2001-01-01')
  returning fee, status, ends_at - scheduled_at as lasts, created_at > now() - interval '1 minute' as is_new`
const bookKim = (startsIn: string, minutes: number | null): [string, unknown[]] => [book, [idOf('kim'), startsIn, minutes]]
const cancel = (name: string): [string, unknown[]] => ["update public.consultations set status = 'cancelled' where id = $1", [idOf(`consultation ${name}`)]]

const paymentsOf = (stage: Stage, name: string) =>
  stage.asServer('select status, amount, payer_id, payee_id from public.payments where consultation_id = $1', [idOf(`consultation ${name}`)])

export const stories: Stories = {
  "a booking gets the consultant's fee and the current time, whatever was sent": async (stage) => {
    const [row = {}] = await stage.as('frank', ...bookKim('5 days', 90))
    assert.equal(String(row['fee']), '150')
    assert.deepEqual({ status: row['status'], is_new: row['is_new'] }, { status: 'booked', is_new: true })
  },

  'a booking at another fee than the current one is refused with the current fee': async (stage) => {
    const bookAt = 'insert into public.consultations (consultant_id, facility_id, scheduled_at, fee) values ($1, auth.uid(), now(), $2)'
    for (const fee of [10, 0, 150.01, 9_999_999.99]) {
      const refusal = await stage.refusalOf('frank', bookAt, [idOf('kim'), fee])
      assert.deepEqual([refusal.status, refusal.code, refusal.message], [409, 'fee_changed', 'The fee changed. It is now $150.'])
    }
    await stage.as('frank', bookAt, [idOf('kim'), 150])
    await stage.asServer('update public.profiles set consultation_fee = null where id = $1', [idOf('kim')])
    const free = await stage.refusalOf('frank', bookAt, [idOf('kim'), 150])
    assert.equal(free.message, 'The fee changed. It is now free.')
  },

  'users who may not book do not learn the fee': async (stage) => {
    const bookAt = 'insert into public.consultations (consultant_id, facility_id, scheduled_at, fee) values ($1, $2, now(), 10)'
    await stage.assertRefused('carl', '42501', bookAt, [idOf('kim'), idOf('carl')])
    await stage.assertRefused('fiona', '42501', bookAt, [idOf('kim'), idOf('frank')])
    await stage.asServer('update public.profiles set consultation_fee = 80 where id = $1', [idOf('kurt')])
    await stage.assertRefused('fiona', '42501', bookAt, [idOf('kurt'), idOf('fiona')])
  },

  'a consultant with an empty profile is not listed and cannot be booked': async (stage) => {
    const change = (person: string, set: string) => stage.asServer(`update public.profiles set ${set} where id = $1`, [idOf(person)])
    const isListed = async () => {
      const found = await stage.as('carl', 'select id from public.search_consultants() where id = $1', [idOf('kim')])
      const listed = await stage.as('carl', "select id from public.profiles where role = 'consultant' and id = $1", [idOf('kim')])
      assert.equal(found.length, listed.length)
      return found.length === 1
    }
    for (const field of ["headline = 'Boilers'", "bio = 'Boilers'", "services = '{Boilers}'"]) {
      await change('kim', 'headline = null, bio = null, services = default')
      assert.equal(await isListed(), false)
      assert.deepEqual(await stage.as('fiona', 'select from public.search_consultants()'), [])
      const refusal = await stage.refusalOf('frank', ...bookKim('5 days', 30))
      assert.deepEqual([refusal.status, refusal.code, refusal.message], [409, 'profile_empty', 'This consultant has not filled in a profile yet.'])
      await change('kim', field)
      assert.equal(await isListed(), true)
    }
    await stage.as('frank', ...bookKim('5 days', 30))
  },

  'an empty profile keeps its consultations, and a stranger learns nothing about hidden ones': async (stage) => {
    await stage.asServer("update public.profiles set bio = null where role = 'consultant'")
    assert.equal((await stage.as('fiona', 'select from public.profiles where id = $1', [idOf('kim')])).length, 1)
    await stage.as('fiona', ...cancel('ahead'))
    await stage.assertRefused('frank', 'profile_empty', ...bookKim('5 days', 30))
    await stage.assertRefused('frank', 'profile_empty', book, [idOf('kurt'), '5 days', 30])
    await stage.assertRefused('fiona', '42501', book, [idOf('kurt'), '5 days', 30])
    await stage.assertRefused('carl', '42501', ...bookKim('5 days', 30))
  },

  'a booking without a length ends when it begins': async (stage) => {
    await stage.as('frank', 'insert into public.consultations (consultant_id, facility_id, scheduled_at) values ($1, auth.uid(), now())', [idOf('kim')])
    assert.equal((await stage.asServer('select from public.consultations where ends_at = scheduled_at and duration_minutes = 0')).length, 1)
  },

  'a time is between five minutes ago and a year ahead, and a length between 0 and 480': async (stage) => {
    await stage.assertRefused('frank', 'time_out_of_range', ...bookKim('-6 minutes', 0))
    await stage.assertRefused('frank', 'time_out_of_range', ...bookKim('367 days', 0))
    await stage.assertRefused('frank', 'duration_invalid', ...bookKim('1 day', 481))
    await stage.assertRefused('frank', 'duration_invalid', ...bookKim('1 day', -1))
    const bookSql = 'insert into public.consultations (consultant_id, facility_id, scheduled_at) values ($1, auth.uid(), $2)'
    await stage.assertRefused('frank', 'time_missing', bookSql, [idOf('kim'), 'infinity'])
    await stage.assertRefused('frank', 'time_missing', bookSql, [idOf('kim'), null])
    await stage.as('frank', ...bookKim('-4 minutes', 0))
  },

  "a consultant's times never overlap, unless one has no length": async (stage) => {
    await stage.assertRefused('frank', 'consultant_busy', ...bookKim('2 days 30 minutes', 60))
    await stage.as('frank', ...bookKim('2 days 30 minutes', 0))
  },

  'a stranger gets the same answer for a taken and a free time of a hidden consultant': async (stage) => {
    await stage.asServer("insert into public.consultations (consultant_id, facility_id, scheduled_at, duration_minutes) values ($1, $2, now() + interval '5 days', 60)", [idOf('kurt'), idOf('frank')])
    const takenRefusal = await stage.refusalOf('fiona', book, [idOf('kurt'), '5 days', 60])
    const freeRefusal = await stage.refusalOf('fiona', book, [idOf('kurt'), '9 days', 60])
    const missing = await stage.refusalOf('fiona', book, [idOf('no such person'), '5 days', 60])
    assert.deepEqual([takenRefusal, freeRefusal], [missing, missing])
  },

  'a facility has one consultation with a consultant that has not ended': async (stage) => {
    await stage.assertRefused('fiona', 'consultation_exists', ...bookKim('9 days', 30))
    await stage.as('fiona', ...cancel('ahead'))
    await stage.as('fiona', ...bookKim('9 days', 30))
  },

  'a booking with a fee creates a payment, and a cancellation makes it void': async (stage) => {
    const due = { amount: '150', payer_id: idOf('fiona'), payee_id: idOf('kim') }
    assert.deepEqual(await paymentsOf(stage, 'ahead'), [{ status: 'pending', ...due }])
    await stage.as('kim', ...cancel('ahead'))
    assert.deepEqual(await paymentsOf(stage, 'ahead'), [{ status: 'void', ...due }])
  },

  'a booking without a fee creates no payment': async (stage) => {
    await stage.asServer('update public.profiles set consultation_fee = null where id = $1', [idOf('kim')])
    await stage.asServer('delete from public.payments')
    await stage.as('frank', ...bookKim('5 days', 30))
    assert.deepEqual(await stage.asServer('select from public.payments'), [])
  },

  'the server cannot break the state machine of a consultation': async (stage) => {
    assert.equal((await stage.serverRefusal(...cancel('past')))?.code, 'consultation_started')
    assert.equal((await stage.serverRefusal("update public.consultations set status = 'booked' where id = $1", [idOf('consultation cancelled')]))?.code, 'consultation_cancelled')
  },

  'a facility books at most 20 times an hour': async (stage) => {
    const now = 'insert into public.consultations (consultant_id, facility_id, scheduled_at) values ($1, auth.uid(), now())'
    for (let n = 0; n < 20; n += 1) await stage.as('frank', now, [idOf('kim')])
    await stage.assertRefused('frank', 'too_many_consultations', now, [idOf('kim')])
  },

  "a consultation's title is its start in the reader's time zone, without the current year": async (stage) => {
    const setZone = (person: 'fiona' | 'kim', zone: string) => stage.asServer('update public.profiles set time_zone = $2 where id = $1', [idOf(person), zone])
    await setZone('fiona', 'America/Denver')
    await setZone('kim', 'Asia/Tokyo')
    const year = new Date().getUTCFullYear()
    const titlesAt = async (start: string) => {
      await stage.asServer("update public.consultations set scheduled_at = $2, ends_at = $2::timestamptz + interval '1 hour' where id = $1", [idOf('consultation ahead'), start])
      const read = async (person: 'fiona' | 'kim') =>
        (await stage.as(person, 'select public.title(c) as title from public.consultations c where id = $1', [idOf('consultation ahead')]))[0]?.['title']
      return [await read('fiona'), await read('kim')]
    }
    assert.deepEqual(await titlesAt(`${year}-07-04T18:05Z`), ['Jul 4, 12:05 PM consultation', 'Jul 5, 3:05 AM consultation'])
    assert.deepEqual(await titlesAt('2019-12-31T20:30Z'), ['Dec 31, 2019, 1:30 PM consultation', 'Jan 1, 2020, 5:30 AM consultation'])
  },

  'a consultation has computed columns for the allowed actions': async (stage) => {
    const ask = 'select public.has_ended(c) as ended, public.can_cancel(c) as cancel, public.can_review(c) as review from public.consultations c where id = $1'
    const of = async (person: 'fiona' | 'frank' | 'kim' | 'ada', name: string) => (await stage.as(person, ask, [idOf(`consultation ${name}`)]))[0]
    assert.deepEqual(await of('fiona', 'ahead'), { ended: false, cancel: true, review: false })
    assert.deepEqual(await of('kim', 'ahead'), { ended: false, cancel: true, review: false })
    assert.deepEqual(await of('ada', 'ahead'), { ended: false, cancel: false, review: false })
    assert.deepEqual(await of('frank', 'past'), { ended: true, cancel: false, review: true })
    assert.deepEqual(await of('kim', 'past'), { ended: true, cancel: false, review: false })
    assert.deepEqual(await of('frank', 'hidden'), { ended: true, cancel: false, review: false })
    assert.deepEqual(await of('frank', 'cancelled'), { ended: false, cancel: false, review: false })
  },
}
