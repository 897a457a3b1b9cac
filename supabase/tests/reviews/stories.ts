import assert from 'node:assert/strict'
import { idOf, type Stories } from '../support/run-story.ts'

const review = `insert into public.reviews
  (consultation_id, consultant_id, facility_id, rating, comment, reviewer_name, created_at)
  values ($1, $2, $3, $4, $5, 'Somebody', '2001-01-01')
  returning facility_id, reviewer_name, comment, created_at > now() - interval '1 minute' as is_new`
const values = (rating: unknown, comment: unknown = ' Good. ', facility = 'fiona') => [idOf('consultation past'), idOf('kim'), idOf(facility), rating, comment]

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
