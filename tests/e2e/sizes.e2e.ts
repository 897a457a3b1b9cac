// The size of the first visit of a page, compressed as it is sent.
import type { Page } from '@playwright/test'
import { people, roles } from './support/people.ts'
import { expect, test } from './support/test.ts'

const kilobyte = 1024

async function weightOf(page: Page, path: string) {
  // A second request for the same file comes from the browser's cache.
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

for (const path of ['/login', '/request-intake-form', '/forgot-password', '/reset-password']) {
  test(`${path} costs at most 140 KB @gate`, async ({ page }) => {
    expect(await weightOf(page, path)).toBeLessThan(140 * kilobyte)
  })
}

for (const role of roles) {
  test(`the dashboard of a ${role} costs at most 240 KB @gate`, async ({ as }) => {
    const page = await as(role)
    expect(await weightOf(page, people[role].landing)).toBeLessThan(240 * kilobyte)
  })
}

test('/marketing costs neither script nor style sheet', async ({ page }) => {
  expect(await weightOf(page, '/marketing')).toBe(0)
})
