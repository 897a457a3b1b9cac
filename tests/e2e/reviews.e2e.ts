import { newConsultant, newFacility, addReviewedConsultations } from './support/consultant.ts'
import { openAs, type Person } from './support/market.ts'
import { expect, test } from './support/test.ts'

async function removeName(person: Person) {
  const emptyNames = { full_name: null, username: null, company_name: null }
  await person.client.from('profiles').update(emptyNames).eq('id', person.id).throwOnError()
  return person
}

/** Returns a review of a consultation of zero minutes, which ends at once. */
async function leaveReview(facility: Person, consultant: Person, rating = 4) {
  const participants = { facility_id: facility.id, consultant_id: consultant.id }
  const { data } = await facility.client
    .from('consultations')
    .insert({ ...participants, scheduled_at: new Date().toISOString() })
    .select('id')
    .single()
    .throwOnError()
  const { data: review } = await facility.client
    .from('reviews')
    .insert({ ...participants, consultation_id: data.id, rating, comment: '<b>Fine</b>' })
    .select('id')
    .single()
    .throwOnError()
  return review
}

/** Leaves a review that counts at once, because the consultant confirms it. */
async function leaveCountedReview(facility: Person, consultant: Person, rating?: number) {
  const { id } = await leaveReview(facility, consultant, rating)
  await consultant.client.rpc('confirm_review', { review_id: id }).throwOnError()
}

// @covers 2.route.consultant-reviews 2.reviews.fields 2.reviews.anonymous 2.reviews.loading
// @covers 2.reviews.empty 8.empty.reviews
test('reviews are empty first, then paged, and one without a name is anonymous @gate', async ({
  page,
}) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  const { promise, resolve } = Promise.withResolvers<undefined>()
  await page.route('**/rest/v1/reviews**', async (route) => {
    await promise
    await route.continue()
  })
  await openAs(page, consultant, '/consultant/reviews')
  await expect(page.getByText('Loading reviews...')).toBeVisible()
  resolve(undefined)
  await expect(page.getByText('No reviews yet.')).toBeVisible()
  await page.unrouteAll()
  await addReviewedConsultations(facility, consultant, 10)
  await leaveReview(await removeName(facility), consultant)
  const reviews = page.getByRole('region', { name: 'Reviews' })
  const first = reviews.getByRole('listitem').first()
  // The new review appears without a reload of the page.
  await expect(first).toContainText('Anonymous')
  await expect(first).toContainText('4 of 5 stars')
  await expect(first).toContainText('<b>Fine</b>')
  await expect(first.getByText('just now')).toBeVisible()
  await reviews.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/reviews\.page=2/)
  await expect(reviews.getByRole('listitem')).toHaveCount(1)
  const reviewTime = reviews.getByRole('listitem').getByText('last week')
  await reviewTime.hover()
  await expect(page.getByRole('tooltip')).toHaveText(/^\w{3}, \w{3} \d+, 20\d\d, .* [AP]M .+$/)
})

// @covers 9.rating.one-decimal
test('the average follows a new review, on the dashboard and on the profile', async ({ page }) => {
  const [facility, otherFacility, consultant] = await Promise.all([
    newFacility(),
    newFacility(),
    newConsultant(),
  ])
  await openAs(page, consultant, '/consultant')
  const tile = page.getByRole('link', { name: 'Avg. Rating' })
  await expect(tile).toContainText('no reviews yet')
  await leaveCountedReview(facility, consultant)
  await expect(tile).toContainText('4.0')
  await page.getByRole('link', { name: 'View My Profile' }).click()
  const card = page.getByRole('region', { name: 'Profile' })
  await expect(card).toContainText('4.0 of 5 stars')
  // With the review of a second facility, the average is between two whole stars.
  await leaveCountedReview(otherFacility, consultant, 5)
  await expect(card).toContainText('4.5 of 5 stars')
})
