import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import { platformFigures, serveDashboard } from '#testing-market.ts'
import { json, networkFailure, refusal, reply, requestsTo } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import PlatformCharts from './platform-charts.tsx'
import { PlatformTiles, usePlatformLive } from './platform-tiles.tsx'

const procedures = {
  get_job_analytics: { posted_jobs: 1, bids: 2 },
  get_consultation_analytics: { count: 3 },
  get_revenue_analytics: { amount: 0.1 },
  get_user_growth: { count: 1 },
}

const dates = z.object({ start_date: z.string(), end_date: z.string() })

const dayOfMonth = (date: string) => Number(date.slice(8))

/** The figures change from day to day, so no two weeks of November 2026 have the same sum. */
const growingProcedures = {
  get_job_analytics: (date: string) => ({
    posted_jobs: dayOfMonth(date),
    bids: 24 - dayOfMonth(date),
  }),
  get_consultation_analytics: (date: string) => ({ count: dayOfMonth(date) + 1 }),
  get_revenue_analytics: (date: string) => ({ amount: dayOfMonth(date) / 10 }),
  get_user_growth: (date: string) => ({ count: dayOfMonth(date) ** 2 }),
}

function daysOf(body: unknown, figuresOf: (date: string) => object) {
  const { start_date: first, end_date: last } = dates.parse(body)
  const days: object[] = []
  for (let time = Date.parse(first); time <= Date.parse(last); time += 86_400_000) {
    const date = new Date(time).toISOString().slice(0, 10)
    days.push({ date, ...figuresOf(date) })
  }
  return json(days)
}

beforeEach(() => {
  serveDashboard({ figures: platformFigures() })
  for (const [name, figures] of Object.entries(procedures))
    reply('POST', `/rest/v1/rpc/${name}`, ({ body }) => daysOf(body, () => figures))
})

const showCharts = (search = '') =>
  show(<PlatformCharts />, { at: `/admin-dashboard${search}`, role: 'admin' })

const chart = (title: string) => screen.findByRole('figure', { name: title })
const range = () => screen.getByRole('combobox', { name: 'Time range' })

// @covers 2.admin-dashboard.day-over-day 2.admin-dashboard.revenue 2.admin-dashboard.growth
test('each chart sums up its days, and compares them with the days before', async () => {
  for (const [name, figuresOf] of Object.entries(growingProcedures))
    reply('POST', `/rest/v1/rpc/${name}`, ({ body }) => daysOf(body, figuresOf))
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
  reply('POST', '/rest/v1/rpc/get_user_growth', ({ body }) =>
    daysOf(body, (date) => ({ count: date < '2025-01-01' ? 1 : 3 })),
  )
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
    for (const name of Object.keys(procedures))
      await expect
        .poll(() => requestsTo('POST', `/rest/v1/rpc/${name}`).map(({ body }) => body))
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
  expect(requestsTo('POST', '/rest/v1/rpc/get_user_growth')).toEqual([])
  await user.selectOptions(range(), 'Last 30 Days')
  expect(await chart('User Growth')).toBeVisible()
})

test('a range of a thousand days is drawn, and its table has every day', async () => {
  const { user } = showCharts('?range=custom&from=2023-06-07&to=2026-03-02')
  const growth = within(await chart('User Growth'))
  await user.click(growth.getByText('Show as table'))
  const table = await growth.findByRole('table')
  expect(table.querySelectorAll('tbody tr')).toHaveLength(1000)
})

test('a figure that cannot be loaded shows an error in its place, and is retried', async () => {
  reply('POST', '/rest/v1/rpc/get_revenue_analytics', () => refusal(500, 'XX000', 'no words'))
  const { user } = showCharts()
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(/^Failed to load revenue\.\s*Something went wrong\./)
  expect(await chart('User Growth')).toBeVisible()
  reply('POST', '/rest/v1/rpc/get_revenue_analytics', ({ body }) =>
    daysOf(body, () => ({ amount: 5 })),
  )
  await user.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await chart('Revenue Trends')).toBeVisible()
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
  for (const [name, figures] of Object.entries({
    get_job_analytics: { posted_jobs: of(1), bids: of(2) },
    get_consultation_analytics: { count: of(3) },
    get_revenue_analytics: { amount: of(5) },
    get_user_growth: { count: of(6) },
  }))
    reply('POST', `/rest/v1/rpc/${name}`, ({ body }) => daysOf(body, () => figures))
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
