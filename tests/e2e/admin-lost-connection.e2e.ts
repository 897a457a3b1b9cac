import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const failures = (page: Page) => page.getByRole('alert').filter({ hasText: 'Failed to load' })
/** The page shows the failure only after two retries, which take three seconds on an idle machine. */
const retryMessage = { timeout: 15_000 }

const retries = (page: Page) => page.getByRole('button', { name: 'Retry' })

/** Closes the WebSocket and aborts all data requests, except the one that reads the user's role. */
async function cut(page: Page) {
  await page.routeWebSocket('**/realtime/**', (socket) => socket.close())
  await page.route('**/rest/v1/**', (route) =>
    /\/profiles\?select=role/.test(route.request().url())
      ? route.continue()
      : route.abort('internetdisconnected'),
  )
}

const restore = (page: Page) => page.unroute('**/rest/v1/**')

async function expectRecovery(page: Page) {
  await expect(failures(page)).toContainText(
    "Can't reach Mendwell. Check your connection and try again.",
    retryMessage,
  )
  await expect(page.getByText(/^No .*(?:found|yet)\.$/)).toBeHidden()
  await restore(page)
  await retries(page).click()
  await expect(failures(page)).toHaveCount(0)
}

test('a list reports a lost connection, and recovers', async ({
  signInAs,
  context,
  pageErrors,
}) => {
  const page = await signInAs('admin')
  await cut(page)
  await page.goto('/admin/users')
  await expectRecovery(page)
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
  pageErrors.splice(0)
})
