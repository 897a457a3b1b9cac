import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { consultantId, serveFacilityDashboard, serveRows } from '#testing-market.ts'
import { reply, requestsTo, rows } from '#testing-network.ts'
import { storeProfile } from '#testing-profile.ts'
import { show } from '#testing-screen.tsx'
import Profile from './profile.tsx'

// @covers 2.route.profile-of-consultant
test("a facility sees a consultant's profile, and books there", async () => {
  serveFacilityDashboard()
  storeProfile()
  serveRows('reviews', () => [])
  let booked: { id: string; scheduled_at: string }[] = []
  reply('POST', '/rest/v1/consultations', () => {
    booked = [{ id: 'new', scheduled_at: '2026-12-01T17:00:00Z' }]
    return rows([{ fee: 90 }])
  })
  reply('GET', '/rest/v1/profiles', ({ query }) =>
    query.get('select')?.includes('open:')
      ? rows([{ id: consultantId, open: booked, latest: booked }])
      : rows([
          {
            id: consultantId,
            role: 'consultant',
            username: null,
            full_name: 'Vera Lindqvist',
            company_name: null,
            headline: null,
            location: null,
            bio: null,
            profile_picture: null,
            average_rating: null,
            services: [],
            certifications: [],
            time_zone: 'America/New_York',
            consultation_fee: 90,
            is_hidden: false,
          },
        ]),
  )
  const { user } = show(<Profile />, { at: `/profile?id=${consultantId}` })
  expect(await screen.findByRole('heading', { level: 2, name: 'Vera Lindqvist' })).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Book Consultation' }))
  expect(await screen.findByText('Book a consultation with this consultant?')).toBeVisible()
  const dialog = within(screen.getByRole('dialog', { name: 'Book Consultation' }))
  await user.click(dialog.getByRole('button', { name: 'Book Consultation' }))
  expect(await screen.findByText('Consultation booked.')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Chat Now' })).toHaveAttribute(
    'href',
    '/chat/consultation/new',
  )
})

// @covers 8.profile.failed
test('unknown and invalid ids show the same screen, and no request is sent for invalid ids', async () => {
  serveRows('profiles', () => [])
  for (const [id, requests] of [
    [consultantId, 1],
    ['x', 1],
    ['', 1],
    ['<b>', 1],
    ['1;--', 1],
  ] as const) {
    const { unmount } = show(<Profile />, {
      at: `/profile?id=${encodeURIComponent(id)}`,
      role: 'contractor',
    })
    expect(await screen.findByText('Failed to load profile.')).toBeVisible()
    expect(screen.getByText("This profile is hidden or doesn't exist.")).toBeVisible()
    expect(requestsTo('GET', '/rest/v1/profiles')).toHaveLength(requests)
    unmount()
  }
})

// @covers 2.route.profile screens.admin.every-screen
test("the user's own profile shows what others see, and links to its form", async () => {
  storeProfile({ full_name: 'Robin Ortega', role: 'contractor' })
  const { unmount } = show(<Profile />, { at: '/profile', role: 'contractor' })
  expect(await screen.findByRole('heading', { level: 2, name: 'Robin Ortega' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute(
    'href',
    '/edit-profile',
  )
  unmount()
  show(<Profile />, { at: '/profile', role: 'admin' })
  expect(await screen.findByRole('heading', { level: 2, name: 'Robin Ortega' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Edit Profile' })).toBeNull()
})
