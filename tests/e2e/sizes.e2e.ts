// Measures the compressed scripts and style sheets that the first visit of a page loads.
import type { Browser, Page } from '@playwright/test'
import { newStoredSession, storeOnce } from './support/browser-storage.ts'
import { password, people, roles } from './support/people.ts'
import { expect, test } from './support/test.ts'

const kilobyte = 1024

/** Opens a page in a browser context with an empty cache. */
async function firstVisit(browser: Browser) {
  return (await browser.newContext()).newPage()
}

async function weightOf(page: Page, path: string) {
  // Count each file once, because a second request for it comes from the browser's cache.
  const lengths = new Map<string, Promise<string | null>>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/\.(?:js|css)$/.test(pathname))
      lengths.set(pathname, response.headerValue('content-length'))
  })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const bytes = await Promise.all(lengths.values())
  return bytes.reduce((sum, length) => sum + Number(length), 0)
}

test('each page for visitors costs at most 140 KB @gate', async ({ browser }) => {
  for (const path of ['/login', '/request-intake-form', '/forgot-password', '/reset-password']) {
    const page = await firstVisit(browser)
    expect(await weightOf(page, path), path).toBeLessThan(140 * kilobyte)
    await page.context().close()
  }
})

test('each dashboard costs at most 240 KB @gate', async ({ browser }) => {
  for (const role of roles) {
    const page = await firstVisit(browser)
    const { email, landing } = people[role]
    await storeOnce(page, [await newStoredSession({ email, password })])
    expect(await weightOf(page, landing), role).toBeLessThan(240 * kilobyte)
    await page.context().close()
  }
})

test('/marketing costs neither script nor style sheet', async ({ page }) => {
  expect(await weightOf(page, '/marketing')).toBe(0)
})
