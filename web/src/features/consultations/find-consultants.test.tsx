import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import { consultantId, listedConsultant, serveRows } from '#testing-market.ts'
import { json, makeDeferredReply, reply, requestsTo, rows } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import { FindConsultants } from './find-consultants.tsx'

const search = '/rest/v1/rpc/search_consultants'
const lastSearch = () => requestsTo('POST', search).at(-1)
const booker = { userId, onBook: () => undefined }
const consultations = (open: string[], latest: string[]) => [
  {
    id: consultantId,
    open: open.map((id) => ({
      id,
      scheduled_at: '2026-12-01T17:00:00Z',
      facility: { time_zone: 'America/Denver' },
    })),
    latest: latest.map((id) => ({ id })),
  },
]

function showConsultants(
  list: () => Record<string, unknown>[],
  at = '/consultants',
  total?: number,
) {
  reply('POST', search, () => rows(list(), total))
  return show(<FindConsultants booker={booker} />, { at })
}

// @covers 2.consultants.rating 2.consultants.rating-options 5.consultants.rating-range
test('the minimum rating is one of five choices, and is in the URL', async () => {
  serveRows('profiles', () => consultations([], []))
  const { user, address } = showConsultants(() => [listedConsultant()])
  await screen.findByText('1 consultant')
  const rating = screen.getByRole('combobox', { name: 'Minimum rating' })
  const options = within(rating).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Any',
    '1 star and up',
    '2 stars and up',
    '3 stars and up',
    '4 stars and up',
  ])
  for (const stars of ['1', '2', '3', '4']) {
    await user.selectOptions(rating, stars)
    expect(address()).toBe(`/consultants?rating=${stars}`)
    await expect.poll(() => lastSearch()?.body).toMatchObject({ min_rating: Number(stars) })
  }
})

// @covers 2.consultants.empty 8.empty.consultants
test('a search without results is cleared with its button', async () => {
  const { user, address } = showConsultants(() => [], '/consultants?q=nobody&rating=3')
  expect(await screen.findByText('No consultants available.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(address()).toBe('/consultants')
})

test('invalid filters in the URL are ignored', async () => {
  serveRows('profiles', () => consultations([], []))
  const text = '%_\\\'"(),.*'
  showConsultants(
    () => [listedConsultant()],
    `/consultants?q=${encodeURIComponent(text)}&rating=many&page=-3`,
  )
  await screen.findByText('1 consultant')
  expect(lastSearch()?.body).toEqual({ query: text, min_rating: 0 })
  expect(lastSearch()?.query.get('offset')).toBe('0')
})

test('thousands are paged, and Back shows the previous page', async () => {
  serveRows('profiles', () => consultations([], []))
  const { user, address } = showConsultants(() => [listedConsultant()], '/consultants', 2000)
  expect(await screen.findByText('1–20 of 2,000')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(await screen.findByText('21–40 of 2,000')).toBeVisible()
  expect(address()).toBe('/consultants?page=2')
  expect(lastSearch()?.query.get('offset')).toBe('20')
  window.history.back()
  expect(await screen.findByText('1–20 of 2,000')).toBeVisible()
})

test('a consultant shows the rating, the place, the services and the fee', async () => {
  serveRows('profiles', () => consultations([], []))
  showConsultants(() => [listedConsultant({ average_rating: 3, review_count: 3 })])
  const row = within(await screen.findByRole('listitem'))
  for (const text of ['Vera Lindqvist', 'Boilers, measured', 'Fort Collins', 'Boiler tuning']) {
    expect(row.getByText(text)).toBeVisible()
  }
  expect(row.getByText('3.0 from 3 reviews')).toBeVisible()
  expect(row.getByText('$90')).toBeVisible()
  expect(row.getByRole('link', { name: /Vera Lindqvist/ })).toHaveAttribute(
    'href',
    `/profile?id=${consultantId}`,
  )
})

// @covers 2.facility-dashboard.book 2.facility-dashboard.chat-now
test('a facility can book unless a consultation is open, which is named, and past chats stay available', async () => {
  serveRows('profiles', () => consultations([], ['past']))
  const { unmount } = showConsultants(() => [listedConsultant()])
  const row = () => within(screen.getByRole('listitem'))
  expect(await screen.findByRole('button', { name: 'Book Consultation' })).toBeVisible()
  expect(row().getByRole('link', { name: 'Past chat' })).toHaveAttribute(
    'href',
    '/chat/consultation/past',
  )
  unmount()
  serveRows('profiles', () => consultations(['open'], ['open']))
  showConsultants(() => [listedConsultant()])
  expect(await screen.findByRole('link', { name: 'Chat Now' })).toHaveAttribute(
    'href',
    '/chat/consultation/open',
  )
  expect(row().queryByRole('button', { name: 'Book Consultation' })).toBeNull()
  expect(row().getByText(/^Booked for/)).toHaveTextContent(
    'Booked for Tue, Dec 1, 2026, 10:00 AM MST. Cancel it to book another time.',
  )
  expect(row().getByRole('link', { name: /^Tue, Dec 1, 2026/ })).toHaveAttribute(
    'href',
    '/facility/consultations',
  )
})

test('nothing is offered before the consultations are read, and Retry reads them again', async () => {
  const { replier, send } = makeDeferredReply()
  reply('GET', '/rest/v1/profiles', replier)
  const { user } = showConsultants(() => [listedConsultant()])
  const row = within(await screen.findByRole('listitem'))
  expect(row.getByRole('status')).toBeVisible()
  expect(row.queryByRole('button')).toBeNull()
  send(json({}, 500))
  expect(await row.findByText('Failed to load.')).toBeVisible()
  serveRows('profiles', () => consultations(['open'], ['open']))
  await user.click(row.getByRole('button', { name: 'Retry' }))
  expect(await row.findByRole('link', { name: 'Chat Now' })).toBeVisible()
})

// @covers screens.admin.every-screen
test('users who cannot book find consultants without a button', async () => {
  reply('POST', search, () => rows([listedConsultant()]))
  show(<FindConsultants booker={undefined} />, { role: 'admin' })
  const row = within(await screen.findByRole('listitem'))
  expect(row.queryByRole('button')).toBeNull()
})

test('an open list follows consultants who hide and who join', async () => {
  let list = [listedConsultant()]
  serveRows('profiles', () => consultations([], []))
  showConsultants(() => list)
  expect(await screen.findByRole('listitem')).toBeVisible()
  await expect.poll(() => isSubscribedTo('profiles')).toBe(true)
  list = []
  sendChange('profiles', 'DELETE', { id: consultantId })
  expect(await screen.findByText('No consultants available.')).toBeVisible()
  list = [listedConsultant()]
  sendChange('profiles', 'INSERT', { id: consultantId, role: 'consultant' })
  expect(await screen.findByRole('listitem')).toBeVisible()
})
