import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { testByRole } from '../support/by-role.ts'
import { clientFor, type Client, idOf, untyped, server, visitor } from '../support/clients.ts'
import { only, expectRefusal, rowsOf, isSorted, expectSuccess } from '../support/expect.ts'
import { type Actor, createActor, bookConsultation, createActors } from '../support/market.ts'

const columns = 'id, rating, comment, created_at, reviewer_name'

function reviewsOf(client: Client, consultant: string) {
  return client
    .from('reviews')
    .select(columns)
    .eq('consultant_id', consultant)
    .order('created_at', { ascending: false })
}

// @covers 7.reviews.read
testByRole('of a consultant, newest first', (client) => reviewsOf(client, idOf('consultant')), {
  visitor: '401 42501',
  facility: 'all',
  contractor: 'all',
  consultant: 'all',
  admin: 'all',
  server: 'all',
})

// @covers 7.reviews.read
test('the newest come first, each with its author', async () => {
  const row = z.object({
    id: z.uuid(),
    rating: z.number().int().min(1).max(5),
    comment: z.string().nullable(),
    created_at: z.string(),
    reviewer_name: z.string(),
  })
  const reviews = z
    .array(row)
    .parse(await rowsOf(reviewsOf(clientFor('consultant'), idOf('consultant'))))
  assert.ok(reviews.length > 3)
  assert.ok(isSorted(reviews, (one, next) => one.created_at >= next.created_at))
})

test('reviews of a hidden consultant are only visible to the parties and admins', async () => {
  const { facility, consultant } = await createActors()
  await expectSuccess(review(facility.client, await ended(facility, consultant)), 201)
  const hide = { is_hidden: true }
  await consultant.client.from('profiles').update(hide).eq('id', consultant.id).throwOnError()
  const counts = async (client: Client) => (await rowsOf(reviewsOf(client, consultant.id))).length
  for (const client of [facility.client, consultant.client, clientFor('admin'), server])
    assert.equal(await counts(client), 1)
  for (const client of [clientFor('facility'), clientFor('contractor'), clientFor('consultant')])
    assert.equal(await counts(client), 0)
})

interface Past {
  consultation_id: string
  consultant_id: string
  facility_id: string
}

/** Books a consultation that starts now and has no length, so that the consultation ends at once. */
async function ended(facility: Actor, consultant: Actor): Promise<Past> {
  const consultation_id = await bookConsultation(facility, consultant, {})
  return { consultation_id, consultant_id: consultant.id, facility_id: facility.id }
}

function review(client: Client, past: Past, more: Record<string, unknown> = {}) {
  const fields = { rating: 4, comment: 'Clear and quick.' }
  return untyped(client)
    .from('reviews')
    .insert({ ...past, ...fields, ...more })
}

suite('leaving a review', () => {
  test('works for the facility of an ended consultation, under its own name', async () => {
    const { facility, consultant } = await createActors()
    const past = await ended(facility, consultant)
    const inserted = review(facility.client, past, {
      reviewer_name: 'Somebody else',
      created_at: '2001-01-01',
    })
    const stored = only(await rowsOf(inserted.select(), 201))
    assert.equal(stored['reviewer_name'], 'Fay Facility')
    assert.ok(Date.parse(String(stored['created_at'])) > Date.now() - 60_000)
  })

  test('once', async () => {
    const { facility, consultant } = await createActors()
    const past = await ended(facility, consultant)
    await expectSuccess(review(facility.client, past), 201)
    await expectRefusal(review(facility.client, past), 409, '23505')
  })

  test('is refused for everyone else', async () => {
    const { facility, consultant } = await createActors()
    const past = await ended(facility, consultant)
    await expectRefusal(review(visitor, past), 401, '42501')
    for (const client of [
      consultant.client,
      clientFor('admin'),
      clientFor('facility'),
      clientFor('contractor'),
    ])
      await expectRefusal(review(client, past), 403, '42501')
  })

  test('is refused before the end, and for another consultant', async () => {
    const { facility, consultant } = await createActors()
    const consultation_id = await bookConsultation(facility, consultant)
    const ahead = { consultation_id, consultant_id: consultant.id, facility_id: facility.id }
    await expectRefusal(review(facility.client, ahead), 409, 'consultation_not_ended')
    const other = await createActor('consultant')
    const past = await ended(facility, other)
    const wrong = { ...past, consultant_id: consultant.id }
    await expectRefusal(review(facility.client, wrong), 400, 'review_mismatch')
  })

  for (const rating of [0, 6, -1, 2.5, null, 'five']) {
    // @covers 3.reviews.rating 9.rating.five-stars
    test(`${JSON.stringify(rating)} stars are refused`, async () => {
      const { facility, consultant } = await createActors()
      const call = review(facility.client, await ended(facility, consultant), { rating })
      const number = typeof rating === 'number' && Number.isInteger(rating)
      await expectRefusal(call, 400, number || rating === null ? 'rating_invalid' : '22P02')
    })
  }

  test('is final', async () => {
    const { facility, consultant } = await createActors()
    const past = await ended(facility, consultant)
    await expectSuccess(review(facility.client, past), 201)
    const ownReviews = () => untyped(facility.client).from('reviews')
    const { consultation_id } = past
    const change = ownReviews().update({ rating: 1 }).eq('consultation_id', consultation_id)
    await expectRefusal(change, 403, '42501')
    await expectRefusal(ownReviews().delete().eq('consultation_id', consultation_id), 403, '42501')
  })
})
