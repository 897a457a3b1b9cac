import type { Page } from '@playwright/test'
import { watchIdle } from './support/idle-page.ts'
import { inDatabase } from './support/database.ts'
import { exportCsv, withoutPicker } from './support/export.ts'
import { expectAccessible } from './support/accessibility.ts'
import { newPerson, placeBid, postJob, uniqueTitle } from './support/market.ts'
import { expect, test } from './support/test.ts'

const dashboard = '/admin-dashboard'
const tile = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name} `) })
const chart = (page: Page, title: string) => page.getByRole('figure', { name: title })

const figureOf = async (page: Page, name: string) =>
  Number(/[\d,]+/.exec(await tile(page, name).innerText())?.[0].replaceAll(',', ''))

const foundIn = async (page: Page) =>
  Number.parseInt((await page.getByRole('status').first().textContent())?.replaceAll(',', '') ?? '')

/** The summary of a chart, such as "68 jobs posted, …". */
async function sumOf(page: Page, title: string, what: string) {
  const words = await chart(page, title)
    .getByText(new RegExp(` ${what}`))
    .first()
    .innerText()
  return Number.parseFloat(words.replace(/[$,]/g, ''))
}

/** The daily figures, which load when somebody scrolls to them. */
const days = (page: Page) => page.getByRole('region', { name: /^Figures by day$|, 20\d\d$/ })

async function opened(page: Page, address = '') {
  await page.goto(dashboard + address)
  // The placeholder goes away when the figures load.
  await expect(() => days(page).scrollIntoViewIfNeeded()).toPass()
}

/** A date range that contains the whole demo and everything since then. */
const ever = `?range=custom&from=2024-06-01&to=${new Date().toISOString().slice(0, 10)}`

/**
 * Other tests may change figures of the whole market between two reads, so a mismatch is checked
 * again.
 */
const unlessOvertaken = (look: () => Promise<void>) => expect(look).toPass({ timeout: 25_000 })

for (const name of ['Contractors', 'Consultants', 'Facilities', 'Open Jobs']) {
  // @covers 2.route.admin-dashboard 2.admin-dashboard.tiles 2.admin-dashboard.tile-links
  test(`the tile ${name} links to the list that it counts, and both agree @gate`, async ({
    as,
  }) => {
    const page = await as('admin')
    await unlessOvertaken(async () => {
      await page.goto(dashboard)
      const figure = await figureOf(page, name)
      expect(figure).toBeGreaterThan(0)
      await tile(page, name).click()
      await expect.poll(() => foundIn(page)).toBe(figure)
    })
  })
}

for (const [title, what, list] of [
  ['Day-over-Day Metrics', 'jobs? posted', '/admin/jobs'],
  ['Day-over-Day Metrics', 'bids?', '/admin/bids'],
  ['User Growth', 'new users?', '/admin/users'],
] as const) {
  // @covers 2.admin-dashboard.growth
  test(`${title} adds up to the ${what} in ${list}`, async ({ as }) => {
    const page = await as('admin')
    await unlessOvertaken(async () => {
      await opened(page, ever)
      const sum = await sumOf(page, title, what)
      await page.goto(list)
      await expect.poll(() => foundIn(page)).toBe(sum)
    })
  })
}

// @covers 2.admin-dashboard.revenue
test('Revenue Trends adds up to the paid payments in the list', async ({ as }) => {
  const page = await as('admin')
  await withoutPicker(page)
  await unlessOvertaken(async () => {
    await opened(page, ever)
    const sum = await sumOf(page, 'Revenue Trends', 'paid')
    await page.goto('/admin/payments?status=paid')
    const { lines } = await exportCsv(page)
    const [heads = '', ...rows] = lines
    const place = heads.split(',').indexOf('Amount')
    const paid = rows.map((line) => Number(cellsOf(line)[place]))
    expect(paid.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100).toBe(sum)
  })
})

/** The cells of a CSV line. Quoted cells may contain commas. */
const cellsOf = (line: string) =>
  line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)?.map((cell) => cell.replace(/,$/, '')) ?? []

// @covers 2.admin-dashboard.categories
test('Job Categories add up to the jobs that are not deleted @gate', async ({ as }) => {
  const page = await as('admin')
  await unlessOvertaken(async () => {
    await opened(page)
    // The ring chart loads when it is visible, next to the growth of users.
    await chart(page, 'User Growth').scrollIntoViewIfNeeded()
    const shares = chart(page, 'Job Categories').getByRole('listitem')
    await expect(shares).not.toHaveCount(0)
    const kinds = await shares.allInnerTexts()
    const kept = jobsIn(kinds)
    await chart(page, 'Job Categories').getByText('Show as table').click()
    const cells = chart(page, 'Job Categories').getByRole('cell')
    await expect.poll(() => cells.count()).toBeGreaterThan(kinds.length)
    expect(jobsIn(await cells.allInnerTexts())).toBe(kept)
    expect((await jobsListed(page, '')) - (await jobsListed(page, 'deleted'))).toBe(kept)
  })
})

const jobsIn = (texts: string[]) =>
  [...texts.join('\n').matchAll(/([\d,]+) jobs?/g)]
    .map(([, count]) => Number(count?.replaceAll(',', '')))
    .reduce((sum, count) => sum + count, 0)

async function jobsListed(page: Page, state: string) {
  await page.goto(`/admin/jobs?state=${state}`)
  await expect.poll(() => foundIn(page)).toBeGreaterThan(0)
  return foundIn(page)
}

// @covers 2.admin-dashboard.custom 4.admin-range.default 4.admin-range.reload
test('the range is in the address, and Back goes through the ranges @gate', async ({ as }) => {
  const page = await as('admin')
  await opened(page)
  const range = page.getByRole('combobox', { name: 'Time range' })
  await expect(range).toHaveValue('7days')
  await expect(
    chart(page, 'User Growth').getByText('the previous 7 days', { exact: true }),
  ).toBeVisible()
  await range.selectOption('Last 90 Days')
  await expect(page).toHaveURL(/\?range=90days$/)
  await expect(
    chart(page, 'User Growth').getByText('the previous 90 days', { exact: true }),
  ).toBeVisible()
  await page.reload()
  await expect(range).toHaveValue('90days')
  await range.selectOption('Custom')
  const first = page.getByLabel('Start date')
  await first.focus()
  await page.keyboard.type('03012026')
  await expect(first).toHaveValue('2026-03-01')
  await expect(first).toBeFocused()
  await page.getByLabel('End date').focus()
  await page.keyboard.type('03022026')
  await expect(page.getByRole('region', { name: 'Mar 1 to Mar 2, 2026' })).toBeVisible()
  await expect(page).toHaveURL(/\?range=custom&from=2026-03-01&to=2026-03-02$/)
  await page.goBack()
  await expect(range).toHaveValue('90days')
  await page.goBack()
  await expect(range).toHaveValue('7days')
})

for (const [address, words] of [
  ['range=custom', 'Choose a start and an end date.'],
  ['range=custom&from=2026-02-30&to=banana', 'Choose a start and an end date.'],
  [
    'range=custom&from=2026-03-02&to=2026-03-01',
    'The start date is after the end date. Choose an earlier start date.',
  ],
  [
    'range=custom&from=2000-01-01&to=9999-12-31',
    /^This range has [\d,]+ days\. Choose at most 1,000\.$/,
  ],
  ['range=custom&from=0001-01-01&to=0001-01-02', 'Choose dates in 2000 or later.'],
] as const) {
  test(`an invalid custom range is explained: ${address}`, async ({ as }) => {
    const page = await as('admin')
    await opened(page, `?${address}`)
    await expect(days(page).getByText(words)).toBeVisible()
    await expect(chart(page, 'User Growth')).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Time range' }).selectOption('Last 30 Days')
    await expect(chart(page, 'User Growth')).toBeVisible()
  })
}

test('a range of a thousand days is drawn, and its table has every day', async ({ as }) => {
  const page = await as('admin')
  await opened(page, '?range=custom&from=2023-06-07&to=2026-03-02')
  await chart(page, 'User Growth').getByText('Show as table').click()
  await expect(chart(page, 'User Growth').getByRole('row')).toHaveCount(1001)
})

// @covers 4.live.dashboards screens.admin.live
test('the figures follow the market without flicker and without too many reads @gate', async ({
  as,
}) => {
  const [facility, contractor, page] = await Promise.all([
    newPerson('facility', 'Dana Whitfield'),
    newPerson('contractor', 'Ruth Ellison'),
    as('admin'),
  ])
  const atRest = watchIdle(page)
  await opened(page)
  await atRest()
  const open = await figureOf(page, 'Open Jobs')
  const bids = await sumOf(page, 'Day-over-Day Metrics', 'bids?')
  const drawing = await chart(page, 'Day-over-Day Metrics').elementHandle()
  let calls = 0
  await page.route('**/rpc/get_job_analytics*', (route) => {
    calls += 1
    return route.continue()
  })
  const jobs = await Promise.all(
    Array.from({ length: 6 }, () => postJob(facility, { title: uniqueTitle('Reseal') })),
  )
  for (const { id } of jobs) await placeBid(contractor, id, 900)
  await expect.poll(() => figureOf(page, 'Open Jobs')).toBe(open + 6)
  await expect.poll(() => sumOf(page, 'Day-over-Day Metrics', 'bids?')).toBe(bids + 6)
  expect(await drawing?.evaluate((element) => element.isConnected)).toBe(true)
  expect(calls).toBeLessThanOrEqual(6)
})

test('open items link to the screens that handle them', async ({ as }) => {
  const facility = await newPerson('facility', 'Dana Whitfield')
  const { id, title } = await postJob(facility, { title: uniqueTitle('Reseal') })
  await inDatabase(
    "update public.jobs set created_at = now() - interval '73 hours' where id = $1",
    [id],
  )
  const page = await as('admin')
  await page.goto(dashboard)
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await expect(waiting.getByText('requested a demo').first()).toBeVisible()
  await expect(waiting.getByRole('link', { name: /^See request/ }).first()).toHaveAttribute(
    'href',
    '/admin/demo-requests',
  )
  await page.getByRole('button', { name: /^Show (?:all|100)$/ }).click()
  const card = waiting.getByRole('listitem').filter({ hasText: title })
  await expect(card).toContainText('has a job without bids')
  await card.getByRole('link', { name: new RegExp(`^See job: .*${title}`) }).click()
  await expect(page).toHaveURL(`/admin/jobs?job=${id}`)
  await expect(page.getByRole('article', { name: title })).toBeVisible()
})

test('a figure that cannot be loaded shows an error in its place, and is retried @gate', async ({
  as,
  complaints,
}) => {
  const page = await as('admin')
  await page.route('**/rpc/get_revenue_analytics*', (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'no words for people' } }),
  )
  await opened(page)
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load revenue.' })
  await expect(failure).toContainText('Something went wrong.')
  await expect(chart(page, 'User Growth')).toBeVisible()
  await page.unroute('**/rpc/get_revenue_analytics*')
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(chart(page, 'Revenue Trends')).toBeVisible()
  complaints.splice(0)
})

// @covers 2.admin-dashboard.logout
test('Log Out is on the page itself, and leads to the public page', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('admin@mendwell.test')
  await page.getByLabel('Password').fill('Mendwell-demo-1')
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/marketing')
})

const adminLists = (
  'users contractors consultants facilities jobs consultations bids demo-requests ' +
  'payments mails audit'
).split(' ')

test('on a phone every list of the admin is two presses away', async ({ as }) => {
  const page = await as('admin')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(dashboard)
  const bar = page.getByRole('navigation', { name: 'Main, at the bottom' })
  await bar.getByRole('button', { name: 'More', exact: true }).click()
  const places = page.getByRole('dialog', { name: 'More', exact: true })
  await expect(places.getByRole('link', { name: 'Audit log' })).toBeVisible()
  const paths = await page
    .locator('nav:last-of-type a, [role=dialog] a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  for (const list of adminLists) {
    expect(paths).toContain(`/admin/${list}`)
  }
  await places.getByRole('link', { name: 'Facilities' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /facilities/i })).toBeVisible()
})

for (const address of ['', '?range=custom&from=2025-11-01&to=2026-11-20', '?range=custom']) {
  test(`the dashboard is accessible in every theme and width: ${address || 'as it opens'}`, async ({
    as,
  }) => {
    const page = await as('admin')
    await opened(page, address)
    await expect(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
    if (address !== '?range=custom') await expect(chart(page, 'User Growth')).toBeVisible()
    // Scrolls to the top, because otherwise the top bar may cover a tile.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)
  })
}
