// Tests what users see if they open a page while they are offline.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { serveDashboard, serveRows } from '#testing-market.ts'
import { networkFailure, reply, requestsTo, rows } from '#testing-network.ts'
import { userId, visit } from '#testing-screen.tsx'

const keptKey = `kept:${userId}:appointments`
const hourMs = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()
const facility = {
  role: 'facility',
  full_name: 'Dana Whitfield',
  username: null,
  company_name: null,
  time_zone: 'America/Denver',
}
const consultation = {
  id: 'next',
  scheduled_at: inHours(20),
  ends_at: inHours(21),
  duration_minutes: 60,
  status: 'booked',
  fee: 0,
  can_cancel: true,
  has_ended: false,
  facility,
  consultant: { time_zone: 'America/Denver' },
  payment: null,
}
const noFigures = {
  consultations: 0,
  earnings: 0,
  upcoming: 1,
  average_rating: null,
  review_count: 0,
  amount_due: 0,
  amount_paid: 0,
  today: '2026-11-23',
}

afterEach(() => {
  vi.restoreAllMocks()
})

function serveOverview() {
  serveDashboard({ figures: noFigures })
  serveRows('consultations', () => [consultation])
  serveRows('payments', () => [])
  reply('POST', '/rest/v1/rpc/consultant_months', () => rows([]))
}

async function openOffline(path: string, role: 'consultant' | 'facility') {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const opening = visit(path, { role })
  for (const method of ['GET', 'HEAD', 'POST']) reply(method, '/*', networkFailure)
  const view = await opening
  return { ...view, online }
}

test('a dashboard that is opened without a network is one page without errors, and loads later', async () => {
  localStorage.removeItem(keptKey)
  const { online } = await openOffline('/consultant', 'consultant')
  expect(await screen.findByRole('heading', { name: 'No connection' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText('Welcome, Consultant')).toBeNull()
  expect(screen.queryByText('Your next consultations')).toBeNull()
  expect(requestsTo('GET', '/rest/v1/rpc/my_dashboard')).toEqual([])
  serveOverview()
  reply(
    'GET',
    '/config.json',
    () => new Response(JSON.stringify({ url: location.origin, anonKey: 'anon' })),
  )
  reply('GET', '/rest/v1/profiles', () =>
    rows([
      {
        role: 'consultant',
        username: '',
        full_name: 'Robin',
        company_name: '',
        profile_picture: null,
      },
    ]),
  )
  serveRows('messages', () => [])
  serveRows('notices', () => [])
  online.mockReturnValue(true)
  act(() => void fireEvent(window, new Event('online')))
  expect(await screen.findByRole('heading', { name: 'Welcome, Robin' })).toBeVisible()
})

test('the next appointments stay readable without a network, until the user logs out', async () => {
  serveOverview()
  const { unmount } = await visit('/consultant', { role: 'consultant' })
  await waitFor(() => expect(localStorage.getItem(keptKey)).toContain('Dana Whitfield'))
  unmount()
  const { user } = await openOffline('/consultant', 'consultant')
  const list = within(await screen.findByRole('list', { name: 'Your next consultations' }))
  expect(list.getByRole('listitem')).toHaveTextContent('Dana Whitfield')
  expect(list.getByRole('link', { name: 'Chat' })).toHaveAttribute(
    'href',
    '/chat/consultation/next',
  )
  await user.click(screen.getByRole('button', { name: /^Account/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await waitFor(() => expect(localStorage.getItem(keptKey)).toBeNull())
})

test('an appointment that has ended meanwhile is not shown', async () => {
  const past = { id: 'past', ends: inHours(-1), name: 'Ann Vigil', times: ['today'] }
  const next = { id: 'next', ends: inHours(2), name: 'Dana Whitfield', times: ['tomorrow'] }
  localStorage.setItem(keptKey, JSON.stringify([past, next]))
  await openOffline('/facility-dashboard', 'facility')
  expect(await screen.findByText('Dana Whitfield')).toBeVisible()
  expect(screen.queryByText('Ann Vigil')).toBeNull()
})
