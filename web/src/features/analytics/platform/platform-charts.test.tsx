import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import { platformFigures, serveDashboard } from '#testing-market.ts'
import { json, networkFailure, refusal, reply, requestsTo } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import PlatformCharts from './platform-charts.tsx'
import { PlatformTiles, usePlatformLive } from './platform-tiles.tsx'

const procedure = '/rest/v1/rpc/get_daily_analytics'

const figures = { posted_jobs: 1, bids: 2, consultations: 3, users: 1, revenue: 0.1 }

const dayOfMonth = (date: string) => Number(date.slice(8))

/** The figures change from day to day, so no two weeks of November 2026 have the same sum. */
const growingFigures = (date: string) => ({
  posted_jobs: dayOfMonth(date),
  bids: 24 - dayOfMonth(date),
  consultations: dayOfMonth(date) + 1,
  users: dayOfMonth(date) ** 2,
  revenue: dayOfMonth(date) / 10,
})

const dateIn = (query: URLSearchParams, name: string) => z.iso.date().parse(query.get(name))

function serveDays(figuresOf: (date: string) => object) {
  reply('GET', procedure, ({ query }) => {
    const days: object[] = []
    const last = Date.parse(dateIn(query, 'end_date'))
    for (let time = Date.parse(dateIn(query, 'start_date')); time <= last; time += 86_400_000) {
      const date = new Date(time).toISOString().slice(0, 10)
      days.push({ date, ...figuresOf(date) })
    }
    return json(days)
  })
}

beforeEach(() => {
  serveDashboard({ figures: platformFigures() })
  serveDays(() => figures)
})

const showCharts = (search = '') =>
  show(<PlatformCharts />, { at: `/admin-dashboard${search}`, role: 'admin' })

const chart = (title: string) => screen.findByRole('figure', { name: title })
const range = () => screen.getByRole('combobox', { name: 'Time range' })

// @covers 2.admin-dashboard.day-over-day 2.admin-dashboard.revenue 2.admin-dashboard.growth
test('each chart sums up its days, and compares them with the days before', async () => {
  serveDays(growingFigures)
  showCharts()
  // The current period is Nov 14 to 20, and the previous period is Nov 7 to 13.
  const activity = await chart('Day-over-Day Metrics')
  for (const text of [
    '119 jobs posted, up 70% from the previous 7 days.',
    '49 bids placed, down 50% from the previous 7 days.',
    '126 consultations booked, up 64% from the previous 7 days.',
  ])
    expect(activity).toHaveTextContent(text)
  expect(await chart('Revenue Trends')).toHaveTextContent(
    '$11.90 paid, up 70% from the previous 7 days.',
  )
  expect(await chart('User Growth')).toHaveTextContent(
    '2,051 new users, up 182% from the previous 7 days.',
  )
})

test('a range of more than 500 days is compared with the days before', async () => {
  serveDays((date) => ({ ...figures, users: date < '2025-01-01' ? 1 : 3 }))
  showCharts('?range=custom&from=2025-01-01&to=2026-06-30')
  expect(await chart('User Growth')).toHaveTextContent(
    '1,638 new users, up 200% from the previous 546 days.',
  )
})

// @covers 2.admin-dashboard.range 2.admin-dashboard.custom 4.admin-range.default
// @covers 9.admin-range.days
test('the range is in the URL, and Back returns to the previous ranges', async () => {
  const { user, address, router } = showCharts()
  const growth = within(await chart('User Growth'))
  expect(range()).toHaveValue('7days')
  const options = within(range()).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Last 7 Days',
    'Last 30 Days',
    'Last 90 Days',
    'Custom',
  ])
  await user.selectOptions(range(), 'Last 90 Days')
  expect(address()).toBe('/admin-dashboard?range=90days')
  expect(await growth.findByText('the previous 90 days')).toBeVisible()
  await user.selectOptions(range(), 'Custom')
  expect(address()).toBe('/admin-dashboard?range=custom&from=2026-08-23&to=2026-11-20')
  expect(screen.getByLabelText('Start date')).toHaveValue('2026-08-23')
  expect(screen.getByLabelText('End date')).toHaveValue('2026-11-20')
  await router.navigate(-1)
  await waitFor(() => expect(range()).toHaveValue('90days'))
  await router.navigate(-1)
  await waitFor(() => expect(range()).toHaveValue('7days'))
})

test('one request loads all daily charts', async () => {
  showCharts()
  for (const title of ['Day-over-Day Metrics', 'Revenue Trends', 'User Growth']) await chart(title)
  expect(requestsTo('GET', procedure)).toHaveLength(1)
})

// @covers 4.admin-range.reload
test('each change of the range requests the figures of the new days and of the days before', async () => {
  const { user } = showCharts()
  await chart('User Growth')
  for (const [option, first] of [
    ['Last 30 Days', '2026-09-22'],
    ['Last 90 Days', '2026-05-25'],
    ['Last 7 Days', '2026-11-07'],
  ] as const) {
    await user.selectOptions(range(), option)
    await expect
      .poll(() => requestsTo('GET', procedure).map(({ query }) => Object.fromEntries(query)))
      .toContainEqual({ start_date: first, end_date: '2026-11-20' })
  }
})

test.for([
  ['range=custom', 'Choose a start and an end date.'],
  ['range=custom&from=2026-02-30&to=banana', 'Choose a start and an end date.'],
  [
    'range=custom&from=2026-03-02&to=2026-03-01',
    'The start date is after the end date. Choose an earlier start date.',
  ],
  ['range=custom&from=2000-01-01&to=9999-12-31', /^This range has [\d,]+ days\. .* 1,000\.$/],
  ['range=custom&from=0001-01-01&to=0001-01-02', 'Choose dates in 2000 or later.'],
] as const)('an invalid custom range is explained: %s', async ([search, text]) => {
  const { user } = showCharts(`?${search}`)
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByRole('figure')).toBeNull()
  expect(requestsTo('GET', procedure)).toEqual([])
  await user.selectOptions(range(), 'Last 30 Days')
  expect(await chart('User Growth')).toBeVisible()
})

test('a range of a thousand days is drawn by weeks, and its table has every week', async () => {
  const { user } = showCharts('?range=custom&from=2023-06-07&to=2026-03-02')
  const growth = within(await chart('User Growth'))
  await user.click(growth.getByText('Show as table'))
  const table = await growth.findByRole('table')
  expect(table.querySelectorAll('tbody tr')).toHaveLength(143)
  expect(table).toHaveTextContent('Week of')
})

test('figures that cannot be loaded show an error in place of each chart, and load after Retry', async () => {
  reply('GET', procedure, () => refusal(400, 'XX000', 'no words'))
  const { user } = show(<LiveDashboard />, { role: 'admin' })
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(3))
  const alerts = screen.getAllByRole('alert')
  for (const [index, what] of ['jobs, bids and consultations', 'revenue', 'new users'].entries())
    expect(alerts[index]).toHaveTextContent(`Failed to load ${what}.`)
  expect(screen.getByRole('link', { name: /^Open Jobs\s*12/ })).toBeVisible()
  serveDays(() => figures)
  await user.click(screen.getAllByRole('button', { name: 'Retry' })[1] ?? document.body)
  for (const title of ['Day-over-Day Metrics', 'Revenue Trends', 'User Growth'])
    expect(await chart(title)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a lost connection is reported in place of the charts, and they load after Retry', async () => {
  reply('GET', '/rest/v1/rpc/my_dashboard', networkFailure)
  const { user } = showCharts()
  const alert = await screen.findByRole('alert', {}, { timeout: 10_000 })
  expect(alert).toHaveTextContent(/^Failed to load the charts\.\s*Can't reach Mendwell\./)
  serveDashboard({ figures: platformFigures() })
  await user.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await chart('User Growth')).toBeVisible()
})

function LiveDashboard() {
  usePlatformLive()
  return (
    <>
      <PlatformTiles />
      <PlatformCharts />
    </>
  )
}

/** Serves the same figures for every day, each higher by `increase`. */
function serveHigherBy(increase: number) {
  const of = (count: number) => count + increase
  serveDashboard({
    figures: platformFigures({
      open_jobs: of(12),
      pending_bids: of(4),
      users_by_role: { contractor: of(30) },
    }),
  })
  serveDays(() => ({
    posted_jobs: of(1),
    bids: of(2),
    consultations: of(3),
    users: of(6),
    revenue: of(5),
  }))
}

// @covers 4.live.dashboards
test.for([
  ['jobs', ['4 bids pending', '7 jobs posted'], ['5 bids pending', '14 jobs posted']],
  ['bids', ['4 bids pending', '14 bids placed'], ['5 bids pending', '21 bids placed']],
  ['consultations', ['21 consultations booked'], ['28 consultations booked']],
  ['profiles', ['of 30 users', '42 new users'], ['of 31 users', '49 new users']],
  ['payments', ['$35 paid'], ['$42 paid']],
] as const)('a change of %s refreshes its figures', async ([table, textsBefore, textsAfter]) => {
  serveHigherBy(0)
  const { container } = show(<LiveDashboard />, { role: 'admin' })
  for (const text of textsBefore) await waitFor(() => expect(container).toHaveTextContent(text))
  await expect.poll(() => isSubscribedTo(table)).toBe(true)
  serveHigherBy(1)
  sendChange(table, 'INSERT', { id: 'new' })
  for (const text of textsAfter)
    await waitFor(() => expect(container).toHaveTextContent(text), { timeout: 5000 })
})
