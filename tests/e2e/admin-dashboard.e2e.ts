import type { Page } from '@playwright/test'
import { watchIdle } from './support/idle-page.ts'
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

/** Reads the number in the summary of a chart, such as "68 jobs posted, …". */
async function sumOf(page: Page, title: string, pattern: string) {
  const label = await chart(page, title)
    .getByText(new RegExp(` ${pattern}`))
    .first()
    .innerText()
  return Number.parseFloat(label.replace(/[$,]/g, ''))
}

/** Finds the region of the daily figures, which load when a user scrolls to them. */
const days = (page: Page) => page.getByRole('region', { name: /^Stats by day$|, 20\d\d$/ })

async function opened(page: Page, address = '') {
  await page.goto(dashboard + address)
  // Retry, because the figures may replace the placeholder during the scroll.
  await expect(() => days(page).scrollIntoViewIfNeeded()).toPass()
}

/** Retries the comparison, because a figure may change between the two reads. */
const retryWhileDataChanges = (check: () => Promise<void>) =>
  expect(check).toPass({ timeout: 25_000 })

// @covers 2.route.admin-dashboard 2.admin-dashboard.tiles 2.admin-dashboard.tile-links
test('each tile links to the list that it counts, and both agree @gate', async ({ signInAs }) => {
  const page = await signInAs('admin')
  for (const name of ['Contractors', 'Consultants', 'Facilities', 'Open Jobs'])
    await retryWhileDataChanges(async () => {
      await page.goto(dashboard)
      const figure = await figureOf(page, name)
      expect(figure).toBeGreaterThan(0)
      await tile(page, name).click()
      await expect.poll(() => foundIn(page)).toBe(figure)
    })
})

// @covers 2.admin-dashboard.custom
test('typed dates make a custom range, and the field keeps the focus', async ({ signInAs }) => {
  const page = await signInAs('admin')
  await opened(page, '?range=90days')
  await page.getByRole('combobox', { name: 'Time range' }).selectOption('Custom')
  const first = page.getByLabel('Start date')
  await first.focus()
  await page.keyboard.type('03012026')
  await expect(first).toHaveValue('2026-03-01')
  await expect(first).toBeFocused()
  await page.getByLabel('End date').focus()
  await page.keyboard.type('03022026')
  await expect(page.getByRole('region', { name: 'Mar 1 to Mar 2, 2026' })).toBeVisible()
  await expect(page).toHaveURL(/\?range=custom&from=2026-03-01&to=2026-03-02$/)
})

// @covers 4.live.dashboards screens.admin.live
test('the figures follow the market without flicker and without too many reads', async ({
  signInAs,
}) => {
  const [facility, contractor, page] = await Promise.all([
    newPerson('facility', 'Dana Whitfield'),
    newPerson('contractor', 'Ruth Ellison'),
    signInAs('admin'),
  ])
  const waitUntilIdle = watchIdle(page)
  await opened(page)
  await waitUntilIdle()
  const open = await figureOf(page, 'Open Jobs')
  const bids = await sumOf(page, 'Day-over-Day Metrics', 'bids?')
  const drawing = await chart(page, 'Day-over-Day Metrics').elementHandle()
  let calls = 0
  await page.route('**/rpc/get_daily_analytics*', (route) => {
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

test('on a phone every list of the admin is two presses away', async ({ signInAs }) => {
  const page = await signInAs('admin')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(dashboard)
  const bar = page.getByRole('navigation', { name: 'Main, at the bottom' })
  await bar.getByRole('button', { name: 'More', exact: true }).click()
  const positions = page.getByRole('dialog', { name: 'More', exact: true })
  await expect(positions.getByRole('link', { name: 'Audit log' })).toBeVisible()
  const paths = await page
    .locator('nav:last-of-type a, [role=dialog] a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  for (const list of adminLists) {
    expect(paths).toContain(`/admin/${list}`)
  }
  await positions.getByRole('link', { name: 'Facilities' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /facilities/i })).toBeVisible()
})

for (const address of ['', '?range=custom&from=2025-11-01&to=2026-11-20', '?range=custom']) {
  test(`the dashboard is accessible in every theme and width: ${address || 'as it opens'}`, async ({
    signInAs,
  }) => {
    const page = await signInAs('admin')
    await opened(page, address)
    await expect(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
    if (address !== '?range=custom') await expect(chart(page, 'User Growth')).toBeVisible()
    // Scroll to the top, so that the top bar covers no tile.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)
  })
}
