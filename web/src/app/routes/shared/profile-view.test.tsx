import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '#lib/session/roles.ts'
import { json, reply, rows } from '#testing-network.ts'
import { storeProfile } from '#testing-profile.ts'
import { show, userId, visit } from '#testing-screen.tsx'
import { ProfileView } from './profile-view.tsx'

const otherId = '22222222-2222-4222-8222-222222222222'
const card = () => screen.findByRole('region', { name: 'Profile' })

function storeReviews(count: number) {
  const review = { rating: 4, comment: 'Said what to replace.', created_at: '2026-11-01T12:00:00Z' }
  const page = Array.from({ length: Math.min(count, 10) }, (_, index) => ({
    ...review,
    id: `review-${index}`,
    reviewer_name: index === 0 ? null : 'Dana Whitfield',
  }))
  reply('GET', '/rest/v1/reviews', () => rows(page, count))
}

function showProfile(role: Role = 'consultant') {
  return show(<ProfileView personId={userId} />, { role })
}

// @covers 2.own-profile.name-and-texts 2.own-profile.rating 2.own-profile.files
// @covers 2.own-profile.reviews 9.rating.one-decimal
test('a profile shows all texts, files and reviews, and markup in them is text', async () => {
  const name = `<img src=x onerror=alert(1)> ${'ab'.repeat(40)} מוסך`
  storeProfile(
    {
      full_name: name,
      headline: 'Boilers and <b>controls</b>',
      bio: 'Twenty years in hospitals.',
      services: ['HVAC', 'בדיקה'],
      certifications: ['CxA', 'CxA'],
      profile_picture: '/storage/v1/object/public/user-files/me.png',
      average_rating: 4.08,
    },
    ['certification/a.pdf'],
  )
  storeReviews(12)
  showProfile()
  const view = within(await card())
  expect(view.getByRole('heading', { level: 2 })).toHaveTextContent(name)
  expect(view.getByText('Boilers and <b>controls</b>')).toBeVisible()
  expect(view.getByText('Twenty years in hospitals.')).toBeVisible()
  const services = within(view.getByRole('list', { name: 'Services' })).getAllByRole('listitem')
  expect(services.map(({ textContent }) => textContent)).toEqual(['HVAC', 'בדיקה'])
  expect(
    within(view.getByRole('list', { name: 'Certifications' })).getAllByText('CxA'),
  ).toHaveLength(1)
  expect(view.getByText('4.1 of 5 stars')).toBeVisible()
  expect(view.getByText('$90 per consultation')).toBeVisible()
  const documents = within(screen.getByRole('region', { name: 'Documents' }))
  expect(await documents.findByText('No resume uploaded.')).toBeVisible()
  const link = await documents.findByRole('link', { name: 'View Certification 1' })
  expect(link).toHaveAttribute('href', expect.stringContaining('/signed/'))
  const reviews = within(screen.getByRole('region', { name: 'Reviews' }))
  expect(await reviews.findAllByRole('listitem')).toHaveLength(10)
  expect(reviews.getByText('1–10 of 12')).toBeVisible()
  expect(reviews.getByText('Anonymous')).toBeVisible()
})

// @covers 2.own-profile.fallback-avatar 9.picture.fallback
test("a user's own hidden profile is still shown, with initials in place of a picture", async () => {
  storeProfile({ is_hidden: true })
  storeReviews(0)
  showProfile()
  const view = within(await card())
  expect(view.getByText('Priya Raman')).toBeVisible()
  expect(view.getByText('Not rated yet')).toBeVisible()
  expect(view.getByText('PR')).toBeVisible()
  expect(view.queryByRole('img')).toBeNull()
  expect(screen.getByRole('region', { name: 'Reviews' })).toBeVisible()
})

// @covers screens.profile.hidden
test('users who worked with the owner see that the profile is hidden, without its rating and reviews', async () => {
  storeProfile({ id: otherId, is_hidden: true })
  show(<ProfileView personId={otherId} />, { role: 'facility' })
  const view = within(await card())
  expect(view.getByText('This profile is hidden.')).toBeVisible()
  expect(view.queryByText('Not rated yet')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Reviews' })).toBeNull()
})

test('an admin sees the rating and the reviews of a hidden profile', async () => {
  storeProfile({ id: otherId, is_hidden: true })
  storeReviews(0)
  show(<ProfileView personId={otherId} />, { role: 'admin' })
  expect(within(await card()).getByText('Not rated yet')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Reviews' })).toBeVisible()
})

// @covers 8.profile.failed
test('a profile that cannot be loaded shows an error, and Retry loads it', async () => {
  reply('GET', '/rest/v1/profiles', () => json({}, 500))
  const { user } = showProfile()
  expect(await screen.findByText('Failed to load profile.')).toBeVisible()
  storeProfile()
  storeReviews(0)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await card()).toBeVisible()
})

for (const id of [otherId, 'nobody']) {
  // @covers 2.route.consultant-profile-own
  test(`/consultant-profile/${id} shows no profile, and links to the consultant's own`, async () => {
    await visit(`/consultant-profile/${id}`, { role: 'consultant' })
    expect(await screen.findByText('Failed to load profile.')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Profile' })).toBeNull()
    const link = screen.getByRole('link', { name: 'View My Profile' })
    expect(link).toHaveAttribute('href', `/consultant-profile/${userId}`)
  })
}
