// Measures what the first visit of a page loads: the compressed scripts and style sheets, and the number of requests.
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

/** The first view of the admin's dashboard also has charts. */
const maxRequests = { facility: 25, contractor: 25, consultant: 25, admin: 28 }
const maxApiCalls = 8

/** Returns the addresses that the page requests, without photos. */
function recordRequests(page: Page) {
  const addresses: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.resourceType() !== 'image' || !pathname.startsWith('/storage/'))
      addresses.push(pathname + search)
  })
  return addresses
}

test('each dashboard loads with few requests, and a reload makes at most 8 API calls @gate', async ({
  browser,
}) => {
  for (const role of roles) {
    const page = await firstVisit(browser)
    const { email, landing } = people[role]
    await storeOnce(page, [await newStoredSession({ email, password })])
    const requests = recordRequests(page)
    await page.goto(landing)
    await page.waitForLoadState('networkidle')
    // A second request for a style sheet comes from the browser's cache.
    const files = requests.filter(
      (address, index) => !address.endsWith('.css') || requests.indexOf(address) === index,
    )
    expect(files.length, `${role}: ${files.join(' ')}`).toBeLessThanOrEqual(maxRequests[role])
    requests.length = 0
    await page.reload()
    await page.waitForLoadState('networkidle')
    const calls = requests.filter((address) => /^\/(?:rest|auth|storage|functions)\//.test(address))
    expect(calls.length, `${role}: ${calls.join(' ')}`).toBeLessThanOrEqual(maxApiCalls)
    await page.context().close()
  }
})

test('/marketing costs neither script nor style sheet', async ({ page }) => {
  expect(await weightOf(page, '/marketing')).toBe(0)
})
