import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import { jobId, postedJob, serveFacilityDashboard, serveRows } from '#testing-market.ts'
import { requestsTo } from '#testing-network.ts'
import { visit } from '#testing-screen.tsx'

/** Each tab of "Your Posted Jobs" sends one request to count its jobs. */
const tabCount = 6

const reads = [
  ['HEAD', 'jobs', tabCount],
  ['GET', 'dashboard_waiting', 1],
  ['GET', 'dashboard_facility_summary', 1],
  ['HEAD', 'messages', 1],
  ['HEAD', 'notices', 1],
] as const

const readCounts = () =>
  reads.map(([method, name]) => [method, name, requestsTo(method, `/rest/v1/${name}`).length])

afterEach(() => {
  vi.useRealTimers()
})

test('opening the dashboard reads counts, figures and open items once, and a change reads them again', async () => {
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
  expect(readCounts()).toEqual(reads)
  sendChange('jobs', 'UPDATE', { id: jobId, facility_id: '11111111-1111-4111-8111-111111111111' })
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(requestsTo('HEAD', '/rest/v1/jobs')).toHaveLength(2 * tabCount)
  expect(requestsTo('GET', '/rest/v1/dashboard_waiting')).toHaveLength(2)
})
