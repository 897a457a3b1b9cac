import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { playChime } from '#lib/chime.ts'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import { provideLocks } from '#testing-locks.ts'
import { reply, requestsTo, rows, serveUnread } from '#testing-network.ts'
import { show, stubWindowWidth, userId } from '#testing-screen.tsx'
import { NoticesBell } from './bell.tsx'

vi.mock('#lib/chime.ts', () => ({ playChime: vi.fn<() => void>() }))

const bookingPath = '/chat/consultation/55555555-5555-4555-8555-555555555555'
const bidsPath = '/facility/bids'

beforeEach(() => {
  vi.mocked(playChime).mockClear()
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  Object.defineProperty(navigator, 'userActivation', {
    value: { hasBeenActive: true },
    configurable: true,
  })
  provideLocks()
})

test('each notice can be marked as read without opening it', async () => {
  stubNotices([notice('1'), notice('2')])
  const { user, address } = showBell('/settings')
  await openNotices(user)
  const markButtons = () =>
    screen.queryAllByRole('button', { name: 'Mark as read: This is a test' })
  expect(markButtons()).toHaveLength(2)
  markButtons()[0]?.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(markButtons()).toHaveLength(1))
  const links = () => screen.getAllByRole('link', { name: /This is a test/ })
  expect(links()).toContain(document.activeElement)
  await user.click(markButtons()[0] ?? document.body)
  await waitFor(() => expect(markButtons()).toHaveLength(0))
  expect(links()).toHaveLength(2)
  await user.keyboard('{Escape}')
  expect(await bell(0)).toBeVisible()
  expect(address()).toBe('/settings')
})

test('all notices can be marked as read', async () => {
  const server = stubNotices([notice('1'), notice('2')])
  const { user } = showBell('/settings')
  await openNotices(user)
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
  expect(server.unread()).toEqual([])
  expect(await bell(0)).toBeInTheDocument()
})

test('a notice shows its reason and job, and following its link marks it as read', async () => {
  const job = { group_title: 'Rehang the dock door', reason: 'You posted this job.' }
  // Only a click on the link marks this notice as read, because its page shows many things.
  const link = '/facility-dashboard?tab=review'
  const headline = '\u2068Amos Teller\u2069 bid \u2068$120\u2069'
  const title = `${headline} on \u2068Rehang the dock door\u2069`
  const server = stubNotices([notice('1', { ...job, title, headline, link })])
  const { user, address } = showBell('/settings')
  await openNotices(user)
  const row = screen.getByRole('listitem')
  expect(row).toHaveTextContent('Rehang the dock door · You posted this job.')
  expect(within(row).getByText('Amos Teller').tagName).toBe('BDI')
  await user.click(within(row).getByRole('link', { name: /^New: ?Amos Teller bid \$120$/ }))
  expect(address()).toBe(link)
  await waitFor(() => expect(server.unread()).toEqual([]))
})

test('opening the chat of a booking marks its notice as seen', async () => {
  const booking = notice('1', { kind: 'consultation_booked', link: bookingPath })
  const other = notice('2', { link: bidsPath })
  const server = stubNotices([booking, other])
  showBell(bookingPath)
  await waitFor(() => expect(server.unread()).toEqual([other]))
  expect(await bell(1)).toBeVisible()
})

test("a bid's notice is seen on the bids, and not on the dashboard", async () => {
  const bid = { kind: 'bid_received', link: bidsPath }
  const server = stubNotices([notice('1', bid)])
  const { router } = showBell('/facility-dashboard')
  expect(await bell(1)).toBeVisible()
  await act(() => router.navigate(bidsPath))
  await waitFor(() => expect(server.unread()).toEqual([]))
  await waitFor(() => expect(isSubscribedTo('notices')).toBe(true))
  server.receive(notice('2', bid))
  await waitFor(() => expect(requestsTo('PATCH', '/rest/v1/notices')).toHaveLength(2))
  expect(server.unread()).toEqual([])
  expect(seenInRequests()).toEqual(['in.(1)', 'in.(2)'])
})

test('new notices come first, however many notices came and were read', async () => {
  const read = Array.from({ length: 49 }, (_, index) => notice(`read ${index}`, { read: true }))
  stubNotices([notice('new'), ...read])
  const { user } = showBell('/settings')
  await openNotices(user)
  expect(screen.getAllByRole('link', { name: /^New: ?This is a test/ })).toHaveLength(1)
  expect(screen.getByText('Showing 50 notices. Older read ones are left out.')).toBeVisible()
  const [request] = requestsTo('GET', '/rest/v1/my_notices')
  expect(request?.query.get('order')).toBe('read.asc,created_at.desc')
  expect(request?.query.get('limit')).toBe('50')
})

test('notices are grouped by day, the latest first', async () => {
  const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
  stubNotices([
    notice('old', { title: 'Old', created_at: at(24 * 40) }),
    notice('now', { title: 'Now', created_at: at(0), read: true }),
    notice('before', { title: 'Before', created_at: at(24 * 41) }),
  ])
  const { user } = showBell('/settings')
  await openNotices(user)
  const groups = screen.getAllByRole('region').map(({ textContent }) => textContent)
  expect(groups[0]).toMatch(/^TodayNow/)
  expect(groups[1]).toMatch(/^EarlierNew: Old.*New: Before/)
  expect(groups).toHaveLength(2)
})

test.each([
  ['under the bell', false],
  ['on the whole screen of a phone', true],
])('the notices open %s, and Escape returns the focus to the bell', async (_, isPhone) => {
  stubWindowWidth(isPhone ? 390 : 1440)
  stubNotices([notice('1')])
  const { user } = showBell('/settings')
  await openNotices(user)
  expect(document.querySelector('[aria-modal=true]') !== null).toBe(isPhone)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () => expect(await bell(1)).toHaveFocus())
})

test('new, repeated and read notices are counted without a read', async () => {
  stubNotices([])
  showBell('/settings')
  await waitFor(() => expect(isSubscribedTo('notices')).toBe(true))
  await waitForUpdates()
  const readCount = requestsTo('GET', '/rest/v1/rpc/my_unread').length
  const unread = { ...notice('1'), recipient_id: userId }
  act(() => sendChange('notices', 'INSERT', unread))
  expect(await bell(1)).toBeVisible()
  act(() => sendChange('notices', 'INSERT', { ...unread, id: '2' }))
  expect(await bell(2)).toBeVisible()
  act(() => sendChange('notices', 'UPDATE', { ...unread, count: 2 }, unread))
  act(() => sendChange('notices', 'UPDATE', { ...unread, read: true }, unread))
  expect(await bell(1)).toBeVisible()
  await waitForUpdates()
  expect(requestsTo('GET', '/rest/v1/rpc/my_unread')).toHaveLength(readCount)
})

test('the count is read again if a change does not tell whether the notice was unread', async () => {
  const server = stubNotices([notice('1')])
  showBell('/settings')
  expect(await bell(1)).toBeVisible()
  await waitFor(() => expect(isSubscribedTo('notices')).toBe(true))
  const [first] = server.unread()
  if (first) first.read = true
  act(() => sendChange('notices', 'UPDATE', { id: '1', recipient_id: userId, read: true }))
  expect(await bell(0)).toBeVisible()
})

test('a user without notices sees the empty state', async () => {
  stubNotices([])
  const { user } = showBell('/settings')
  await openNotices(user)
  expect(await screen.findByText('No notices yet.')).toBeVisible()
})

test('new notices that arrive together sound once', async () => {
  const server = stubNotices([], { sound: true })
  showBell('/settings')
  await waitFor(() => expect(isSubscribedTo('notices')).toBe(true))
  await waitForUpdates()
  server.receive(notice('1'))
  server.receive(notice('2'))
  expect(await bell(2)).toBeVisible()
  await waitFor(() => expect(playChime).toHaveBeenCalledTimes(1), { timeout: 3000 })
})

test.each([
  ['the user wants no sound', { sound: false }, notice('1')],
  [
    'it is about a message, which has its own sound',
    { sound: true },
    notice('1', { kind: 'message_received' }),
  ],
  ['it was read elsewhere meanwhile', { sound: true }, notice('1', { read: true })],
])('a new notice is silent if %s', async (_, settings, arrivingNotice) => {
  const server = stubNotices([], settings)
  showBell('/settings')
  await waitFor(() => expect(isSubscribedTo('notices')).toBe(true))
  await waitForUpdates()
  const requestLock = vi.spyOn(navigator.locks, 'request')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server.receive(arrivingNotice)
  await act(() => vi.advanceTimersByTimeAsync(5000))
  vi.useRealTimers()
  // The code that plays a sound requests the lock `sound` first.
  expect(requestLock).not.toHaveBeenCalledWith('sound', expect.anything(), expect.anything())
})

interface StubbedNotice {
  id: string
  read: boolean
  [column: string]: unknown
}

function notice(id: string, overrides: Record<string, unknown> = {}): StubbedNotice {
  return {
    id,
    kind: 'test',
    title: 'This is a test',
    reason: 'You asked for it in Settings.',
    link: '/settings',
    group_title: 'Your account',
    count: 1,
    read: false,
    created_at: '2026-11-20T12:00:00+00:00',
    ...overrides,
  }
}

function stubNotices(notices: StubbedNotice[], { sound } = { sound: false }) {
  const unread = () => notices.filter(({ read }) => !read)
  const mark = (ids: string[]) => {
    for (const arrivedNotice of notices)
      if (ids.includes(arrivedNotice.id)) arrivedNotice.read = true
    return rows([])
  }
  serveUnread(() => ({ messages: 0, notices: unread().length }), { sound, messages: true })
  reply('GET', '/rest/v1/my_notices', () => rows(notices))
  reply('PATCH', '/rest/v1/notices', ({ query }) =>
    mark(/\((.*)\)/.exec(query.get('id') ?? '')?.[1]?.split(',') ?? []),
  )
  reply('POST', '/rest/v1/rpc/mark_notices_read', () => mark(notices.map(({ id }) => id)))
  const receive = (arrivedNotice: StubbedNotice) => {
    notices.push(arrivedNotice)
    act(() => sendChange('notices', 'INSERT', { ...arrivedNotice, recipient_id: userId }))
  }
  return { receive, unread }
}

const showBell = (at: string) => show(<NoticesBell userId={userId} />, { at })

/** The words in the bell's name may be joined without a space, because jsdom has no layout. */
const bell = (count: number) =>
  screen.findByRole('button', { name: count ? new RegExp(`^Notices ?${count} ?new$`) : 'Notices' })

async function openNotices(user: ReturnType<typeof showBell>['user']) {
  await user.click(await screen.findByRole('button', { name: /^Notices/ }))
  await screen.findByRole('dialog', { name: 'Notices' })
  await waitFor(() => expect(screen.queryByText('Loading notices...')).toBeNull())
}

/** Waits for the request with the sound setting, because the setting changes nothing on screen. */
async function waitForUpdates() {
  const reads = () => requestsTo('GET', '/rest/v1/rpc/my_unread')
  await waitFor(() => expect(reads().length).toBeGreaterThan(0))
  for (let round = 0; round < 5; round += 1)
    await act(() => new Promise((next) => setTimeout(next)))
}

function seenInRequests() {
  return requestsTo('PATCH', '/rest/v1/notices').map(({ query }) => query.get('id'))
}
