import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import {
  contractorId,
  jobId,
  postedJob,
  receivedBid,
  serveFacilityDashboard,
  serveRows,
} from '#testing-market.ts'
import { reply, requestsTo, rows } from '#testing-network.ts'
import { userId, visit } from '#testing-screen.tsx'

const names = ['rpc/my_dashboard', 'rpc/my_unread', 'jobs']

const readCounts = () =>
  Object.fromEntries(names.map((name) => [name, requestsTo('GET', `/rest/v1/${name}`).length]))

afterEach(() => {
  vi.useRealTimers()
})

async function openDashboard() {
  await visit('/facility-dashboard', { role: 'facility' })
  expect(await screen.findByRole('article', { name: 'Reseal the dock' })).toBeVisible()
  for (const table of ['jobs', 'bids', 'consultations', 'payments', 'messages', 'notices']) {
    await expect.poll(() => isSubscribedTo(table)).toBe(true)
  }
  // All channels join within five seconds, and the refetches after the joins start.
  await act(() => vi.advanceTimersByTimeAsync(5000))
}

test('opening the dashboard reads everything once, and a change reads the affected parts once more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  serveFacilityDashboard()
  serveRows('jobs', () => [postedJob()])
  await openDashboard()
  // The list is read in two steps: the ids of the page, and its rows.
  expect(readCounts()).toEqual({
    'rpc/my_dashboard': 1,
    'rpc/my_unread': 1,
    jobs: 2,
  })
  sendChange('jobs', 'UPDATE', { id: jobId, facility_id: userId })
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(readCounts()).toEqual({
    'rpc/my_dashboard': 2,
    'rpc/my_unread': 1,
    jobs: 4,
  })
})

test('after a new bid, only the row of its job is read again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  serveFacilityDashboard()
  let bids: Record<string, unknown>[] = []
  const other = postedJob({ id: '66666666-6666-4666-8666-666666666666', title: 'Paint the fence' })
  reply('GET', '/rest/v1/jobs', ({ query }) => {
    const all = [postedJob({ bids, bid_count: bids.length }), other]
    const ids = query.get('id')
    return rows(all.filter(({ id }) => ids === null || ids.includes(String(id))))
  })
  await openDashboard()
  bids = [receivedBid()]
  sendChange('bids', 'INSERT', { id: 'bid', job_id: jobId, contractor_id: contractorId })
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(requestsTo('GET', '/rest/v1/jobs').at(-1)?.query.get('id')).toBe(`in.(${jobId})`)
  const job = within(screen.getByRole('article', { name: 'Reseal the dock' }))
  expect(job.getByText('1 bid')).toBeVisible()
  expect(screen.getByRole('article', { name: 'Paint the fence' })).toBeVisible()
})

test('a message and its notice are counted without a read, and only the open items are read', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  serveFacilityDashboard()
  serveRows('jobs', () => [postedJob({ bids: [receivedBid({ can_chat: true })] })])
  await openDashboard()
  const before = readCounts()
  const message = { id: 'message', recipient_id: userId, sender_id: contractorId, job_id: jobId }
  sendChange('messages', 'INSERT', { ...message, read: false })
  sendChange('notices', 'INSERT', { id: 'notice', recipient_id: userId, read: false })
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.getByRole('button', { name: /^Notices ?1 ?new$/ })).toBeVisible()
  expect(document.title).toMatch(/^\(1\)/)
  expect(readCounts()).toEqual({ ...before, 'rpc/my_dashboard': 2 })
})

test("a contractor's first message adds the link to the chat", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  let canChat = false
  serveFacilityDashboard()
  serveRows('jobs', () => [postedJob({ bids: [receivedBid({ can_chat: canChat })] })])
  await openDashboard()
  expect(screen.queryByRole('link', { name: /^Chat/ })).toBeNull()
  canChat = true
  const message = { id: 'message', recipient_id: userId, sender_id: contractorId, job_id: jobId }
  sendChange('messages', 'INSERT', { ...message, read: false })
  expect(await screen.findByRole('link', { name: /^Chat/ })).toBeVisible()
})
