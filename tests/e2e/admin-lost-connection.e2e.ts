// Every admin screen shows in place of its data that the connection is lost, and recovers.
import type { Page } from '@playwright/test'
import { newNewcomer } from './support/accounts.ts'
import { newPerson } from './support/market.ts'
import { beforeFile, expect, test } from './support/test.ts'

const failures = (page: Page) => page.getByRole('alert').filter({ hasText: 'Failed to load' })
/** Two retries come first, which takes three seconds on an idle machine. */
const afterTries = { timeout: 15_000 }

const retries = (page: Page) => page.getByRole('button', { name: 'Retry' })

/** The session still works, but nothing else on the server responds. */
async function cut(page: Page) {
  await page.routeWebSocket('**/realtime/**', (socket) => socket.close())
  await page.route('**/rest/v1/**', (route) =>
    /\/profiles\?select=role/.test(route.request().url())
      ? route.continue()
      : route.abort('internetdisconnected'),
  )
}

const mend = (page: Page) => page.unroute('**/rest/v1/**')

async function expectToComeBack(page: Page) {
  await expect(failures(page)).toContainText(
    "Can't reach Mendwell. Check your connection and try again.",
    afterTries,
  )
  await expect(page.getByText(/^No .*(?:found|yet)\.$/)).toBeHidden()
  await mend(page)
  await retries(page).click()
  await expect(failures(page)).toHaveCount(0)
}

beforeFile(() => newNewcomer())

for (const path of [
  '/admin/users',
  '/admin/contractors',
  '/admin/consultants',
  '/admin/facilities',
  '/admin/jobs',
  '/admin/consultations',
  '/admin/bids',
  '/admin/demo-requests',
  '/admin/payments',
  '/admin/newcomers',
  '/admin/mails',
  '/admin/audit',
]) {
  test(`${path} reports a lost connection, and recovers`, async ({ as, context, complaints }) => {
    const page = await as('admin')
    await cut(page)
    await page.goto(path)
    await expectToComeBack(page)
    const count = page
      .getByRole('status')
      .filter({ hasText: /^[\d,]+ \w+/ })
      .first()
    await expect(count).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('searchbox').fill('e')
    await expect(failures(page)).toBeVisible()
    await context.setOffline(false)
    await expect(failures(page)).toHaveCount(0)
    await expect(count).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue('e')
    complaints.splice(0)
  })
}

test('the dashboard reports a lost connection in each part, and recovers @gate', async ({
  as,
  complaints,
}) => {
  const page = await as('admin')
  await cut(page)
  await page.goto('/admin-dashboard')
  const days = page.getByRole('region', { name: 'Figures by day' })
  // The placeholder goes away when the figures load.
  await expect(() => days.scrollIntoViewIfNeeded()).toPass()
  const places = ['open items', 'the charts', 'the figures'].map((what) =>
    failures(page).filter({ hasText: `Failed to load ${what}.` }),
  )
  for (const place of places) await expect(place).toBeVisible(afterTries)
  await mend(page)
  for (const place of places) await place.getByRole('button').click()
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Contractors / })).toContainText(/\d/)
  await expect(page.getByRole('figure', { name: 'User Growth' })).toBeVisible()
  await expect(failures(page)).toHaveCount(0)
  complaints.splice(0)
})

test('a consultant’s consultations report a lost connection, and recover', async ({
  as,
  complaints,
}) => {
  const { id, name } = await newPerson('consultant', 'Kim Sorensen')
  const page = await as('admin')
  await cut(page)
  await page.goto(`/admin/consultations/${id}`)
  await expectToComeBack(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  complaints.splice(0)
})
