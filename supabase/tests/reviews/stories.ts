import assert from 'node:assert/strict'
import { idOf, type Stage, type Stories } from '../support/run-story.ts'
import type { Person } from '../support/world.ts'

const review = `insert into public.reviews
  (consultation_id, consultant_id, facility_id, rating, comment, reviewer_name, created_at)
  values ($1, $2, $3, $4, $5, 'Somebody', '2001-01-01')
  returning facility_id, reviewer_name, comment, created_at > now() - interval '1 minute' as is_new`
const values = (rating: unknown, comment: unknown = ' Good. ', facility = 'fiona') => [idOf('consultation past'), idOf('kim'), idOf(facility), rating, comment]

async function ratingOf(stage: Stage, consultant: Person) {
  const [found] = await stage.as('carl', "select average_rating, review_count from public.search_consultants('') where id = $1", [idOf(consultant)])
  const [summary] = await stage.as(consultant, 'select average_rating, review_count from public.dashboard_consultant_summary')
  const [profile] = await stage.as('carl', 'select public.average_rating(p) as average_rating from public.profiles p where id = $1', [idOf(consultant)])
  assert.deepEqual(summary, found)
  assert.equal(profile?.['average_rating'], found?.['average_rating'])
  return found
}

export const stories: Stories = {
  "a review has its author's name and the current time, whatever was sent": async (stage) => {
    assert.deepEqual(await stage.as('frank', review, values(5)), [{ facility_id: idOf('frank'), reviewer_name: 'frank', comment: 'Good.', is_new: true }])
  },

  // @covers 3.reviews.rating 9.rating.five-stars
  'a rating is 1 to 5 and whole, a comment at most 2000': async (stage) => {
    for (const rating of [0, 6, -1, null]) await stage.assertRefused('frank', 'rating_invalid', review, values(rating))
    await stage.assertRefused('frank', '22P02', review, values('4.5'))
    await stage.assertRefused('frank', 'text_too_long', review, values(4, 'x'.repeat(2001)))
    await stage.as('frank', review, values(4, null))
  },

  'one consultation has one review': async (stage) => {
    await stage.as('frank', review, values(4))
    await stage.assertRefused('frank', '23505', review, values(5))
  },

  'reviews of a hidden consultant are visible to their parties and admins': async (stage) => {
    await stage.as('frank', review, values(4))
    const see = 'select from public.reviews where consultant_id = $1'
    assert.equal((await stage.as('carl', see, [idOf('kim')])).length, 1)
    await stage.asServer('update public.profiles set is_hidden = true where id = $1', [idOf('kim')])
    assert.equal((await stage.as('carl', see, [idOf('kim')])).length, 0)
    for (const person of ['frank', 'kim', 'ada'] as const) assert.equal((await stage.as(person, see, [idOf('kim')])).length, 1)
  },

  'of the reviews of one facility, one in 30 days counts': async (stage) => {
    await stage.as('frank', review, values(5))
    for (const n of [1, 2, 3]) {
      const [{ id } = {}] = await stage.asServer(
        `insert into public.consultations (facility_id, consultant_id, scheduled_at, duration_minutes, created_at)
         values ($1, $2, now() - $3 * interval '3 hours', 60, now() - interval '5 days') returning id`,
        [idOf('frank'), idOf('kim'), n],
      )
      await stage.as('frank', review, [id, idOf('kim'), idOf('frank'), 1, null])
    }
    assert.deepEqual(await ratingOf(stage, 'kim'), { average_rating: '5.0', review_count: '1' })
    await stage.asServer("update public.reviews set counts_from = now() - interval '31 days' where consultation_id = $1", [idOf('consultation past')])
    const [{ id } = {}] = await stage.asServer(
      `insert into public.consultations (facility_id, consultant_id, scheduled_at, duration_minutes, created_at)
       values ($1, $2, now() - interval '20 hours', 60, now() - interval '5 days') returning id`,
      [idOf('frank'), idOf('kim')],
    )
    await stage.as('frank', review, [id, idOf('kim'), idOf('frank'), 1, null])
    assert.deepEqual(await ratingOf(stage, 'kim'), { average_rating: '3.0', review_count: '2' })
  },

  'a review of a booking that the consultant never accepted waits for a week or a confirmation': async (stage) => {
    const [{ id: bookingId } = {}] = await stage.as(
      'fiona',
      'insert into public.consultations (consultant_id, facility_id, scheduled_at) values ($1, auth.uid(), now()) returning id',
      [idOf('kim')],
    )
    const [{ id } = {}] = await stage.as('fiona', 'insert into public.reviews (consultation_id, consultant_id, rating) values ($1, $2, 1) returning id', [bookingId, idOf('kim')])
    assert.deepEqual(await ratingOf(stage, 'kim'), { average_rating: null, review_count: '0' })
    const confirm = 'select public.confirm_review($1)'
    for (const person of ['fiona', 'carl', 'kurt', 'ada'] as const) await stage.assertRefused(person, 'review_unknown', confirm, [id])
    await stage.as('kim', confirm, [id])
    await stage.as('kim', confirm, [id])
    assert.deepEqual(await ratingOf(stage, 'kim'), { average_rating: '1.0', review_count: '1' })
  },

  'a review counts at once if the consultant had a day to cancel the booking': async (stage) => {
    const countsAfterLead = async (lead: string, start: string) => {
      const [{ id } = {}] = await stage.asServer(
        `insert into public.consultations (facility_id, consultant_id, scheduled_at, duration_minutes, created_at)
         values ($1, $2, now() - $4::interval, 15, now() - $4::interval - $3::interval) returning id`,
        [idOf('fiona'), idOf('kim'), lead, start],
      )
      const [row] = await stage.as(
        'fiona',
        'insert into public.reviews (consultation_id, consultant_id, rating) values ($1, $2, 1) returning counts_from = now() as counts_now',
        [id, idOf('kim')],
      )
      await stage.asServer('delete from public.reviews where consultation_id = $1', [id])
      return row?.['counts_now']
    }
    assert.deepEqual([await countsAfterLead('23 hours', '2 hours'), await countsAfterLead('24 hours', '4 hours')], [false, true])
  },

  'a facility writes at most as many reviews an hour as the limit allows': async (stage) => {
    await stage.asServer("update private.settings set value = '2/3600' where name = 'limit_reviews'")
    const reviewAfter = async (hours: number) => {
      const [{ id } = {}] = await stage.asServer(
        `insert into public.consultations (facility_id, consultant_id, scheduled_at, duration_minutes)
         values ($1, $2, now() - make_interval(hours => $3), 30) returning id`,
        [idOf('fiona'), idOf('kim'), hours],
      )
      return ['insert into public.reviews (consultation_id, consultant_id, rating) values ($1, $2, 4)', [id, idOf('kim')]] as const
    }
    for (const hours of [2, 4]) {
      const [sql, ids] = await reviewAfter(hours)
      await stage.as('fiona', sql, [...ids])
    }
    const [sql, ids] = await reviewAfter(6)
    await stage.assertRefused('fiona', 'too_many_reviews', sql, [...ids])
  },

  'a waiting review counts after seven days': async (stage) => {
    const [{ id: bookingId } = {}] = await stage.as(
      'fiona',
      "insert into public.consultations (consultant_id, facility_id, scheduled_at, duration_minutes) values ($1, auth.uid(), now() - interval '4 minutes', 3) returning id",
      [idOf('kim')],
    )
    const [row = {}] = await stage.as(
      'fiona',
      "insert into public.reviews (consultation_id, consultant_id, rating) values ($1, $2, 1) returning counts_from - created_at = interval '7 days' as waits",
      [bookingId, idOf('kim')],
    )
    assert.equal(row['waits'], true)
    await stage.asServer("update public.reviews set counts_from = now() - interval '1 second' where consultation_id = $1", [bookingId])
    assert.deepEqual(await ratingOf(stage, 'kim'), { average_rating: '1.0', review_count: '1' })
  },

  'others learn nothing about the reviews of a consultation': async (stage) => {
    await stage.as('frank', review, values(5))
    const [row] = await stage.as('fiona', 'select app.review_counts_from($1) = now() as counts_now', [idOf('consultation past')])
    assert.deepEqual(row, { counts_now: true })
  },

  'a review that never counts cannot be confirmed': async (stage) => {
    await stage.asServer('update public.reviews set counts_from = null')
    await stage.assertRefused('kurt', 'review_repeated', 'select public.confirm_review($1)', [idOf('review')])
  },

  'an admin removes a review, with an audited reason': async (stage) => {
    const remove = 'select public.admin_remove_review($1, $2)'
    await stage.assertRefused('ada', 'reason_missing', remove, [idOf('review'), null])
    await stage.assertRefused('ada', 'review_unknown', remove, [idOf('no such review'), 'x'])
    await stage.as('ada', remove, [idOf('review'), 'An insult'])
    assert.deepEqual(await stage.asServer('select from public.reviews'), [])
    const [entry = {}] = await stage.as('ada', "select action, reason, details ->> 'comment' as comment from public.admin_audit_log()")
    assert.deepEqual(entry, { action: 'remove_review', reason: 'An insult', comment: 'Saved us a boiler.' })
  },
}
