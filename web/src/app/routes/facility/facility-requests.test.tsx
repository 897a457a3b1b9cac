import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import { jobId, postedJob, serveFacilityDashboard, serveRows } from '#testing-market.ts'
import { requestsTo } from '#testing-network.ts'
import { visit } from '#testing-screen.tsx'

const names = ['rpc/my_dashboard', 'rpc/my_unread', 'jobs']

const readCounts = () =>
  Object.fromEntries(names.map((name) => [name, requestsTo('GET', `/rest/v1/${name}`).length]))

afterEach(() => {
  vi.useRealTimers()
})

test('opening the dashboard reads everything once, and a change reads the affected parts once more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  serveFacilityDashboard()
  serveRows('jobs', () => [postedJob()])
  await visit('/facility-dashboard', { role: 'facility' })
  expect(await screen.findByRole('article', { name: 'Reseal the dock' })).toBeVisible()
  for (const table of ['jobs', 'bids', 'consultations', 'payments', 'messages', 'notices']) {
    await expect.poll(() => isSubscribedTo(table)).toBe(true)
  }
  // All channels join within five seconds, and the refetches after the joins start.
  await act(() => vi.advanceTimersByTimeAsync(5000))
  // The list is read in two steps: the ids of the page, and its rows.
  expect(readCounts()).toEqual({
    'rpc/my_dashboard': 1,
    'rpc/my_unread': 1,
    jobs: 2,
  })
  sendChange('jobs', 'UPDATE', { id: jobId, facility_id: '11111111-1111-4111-8111-111111111111' })
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(readCounts()).toEqual({
    'rpc/my_dashboard': 2,
    'rpc/my_unread': 1,
    jobs: 4,
  })
})
