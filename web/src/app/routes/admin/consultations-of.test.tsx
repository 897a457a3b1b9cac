import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { json, refusal, reply, requestsTo, rows } from '#testing-network.ts'
import { userId, visit } from '#testing-screen.tsx'

const kimId = '5d2f9c3a-7777-4777-8777-777777777777'
const kim = { id: kimId, role: 'consultant', full_name: 'Kim Sorensen', username: null }

const booking = {
  id: 'booking',
  scheduled_at: '2026-12-20T15:00:00Z',
  duration_minutes: 60,
  status: 'booked',
  fee: 90,
  has_ended: false,
  facility: { role: 'facility', full_name: 'Theo', username: null, company_name: '<b>Marsh</b>' },
  job: null,
}

const review = {
  id: 'review',
  rating: 2,
  comment: 'Late.',
  created_at: '2026-11-20T15:00:00Z',
  reviewer_name: 'Dana Whitfield',
}

let bookings: object[] = []
let reviews: object[] = []

beforeEach(() => {
  bookings = [booking]
  reviews = [review]
})

async function openPage(id = kimId) {
  const shown = visit(`/admin/consultations/${id}`, { role: 'admin' })
  reply('GET', '/rest/v1/profiles', ({ query }) =>
    rows([query.get('id') === `eq.${kimId}` ? kim : { role: 'admin', full_name: 'Robin' }]),
  )
  reply('GET', '/rest/v1/rpc/asking_admin', () => json(userId))
  reply('GET', '/rest/v1/consultations', () => rows(bookings))
  reply('GET', '/rest/v1/reviews', () => rows(reviews))
  return shown
}

test("a consultant's page shows the bookings, and a review is removed with a reason", async () => {
  reply('POST', '/rest/v1/rpc/admin_remove_review', () => json(null, 204))
  const { user } = await openPage()
  expect(await screen.findByRole('heading', { level: 1, name: 'Kim Sorensen' })).toBeVisible()
  const table = within(await screen.findByRole('table', { name: 'Consultations' }))
  expect(table.getByRole('row', { name: /Booked/ })).toHaveTextContent('<b>Marsh</b>')
  await user.click(await screen.findByRole('button', { name: 'Remove review by Dana Whitfield' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove review' }))
  await user.type(await dialog.findByLabelText('Reason *'), 'Names a patient')
  reviews = []
  await user.click(dialog.getByRole('button', { name: 'Remove review' }))
  expect(await screen.findByText('Review removed.')).toBeVisible()
  await waitFor(() => expect(screen.getAllByText('No reviews yet.')[0]).toBeVisible())
  const removalRequests = requestsTo('POST', '/rest/v1/rpc/admin_remove_review')
  expect(removalRequests.map(({ body }) => body)).toEqual([
    { review_id: 'review', reason: 'Names a patient' },
  ])
})

test('empty lists say that there are no bookings and reviews, or that a filter finds none', async () => {
  bookings = []
  reviews = []
  const { user } = await openPage()
  expect(await screen.findByText('None booked.')).toBeVisible()
  await waitFor(() => expect(screen.getAllByText('No reviews yet.')[0]).toBeVisible())
  await user.selectOptions(screen.getByLabelText('When'), 'Canceled')
  expect(await screen.findByText('No consultations found.')).toBeVisible()
})

test('an unknown consultant has no page, and a failure is reported', async () => {
  await openPage('nobody')
  expect(await screen.findByText('Failed to load profile.')).toBeVisible()
})

test('consultations that cannot be loaded show an error, and load after Retry', async () => {
  const shown = openPage()
  reply('GET', '/rest/v1/consultations', () => refusal(400, 'PGRST100', 'no'))
  const { user } = await shown
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load consultations.')
  reply('GET', '/rest/v1/consultations', () => rows(bookings))
  await user.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('table', { name: 'Consultations' })).toBeVisible()
})
