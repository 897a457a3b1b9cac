// Measures what the first visit of a page loads, and what a reload of a dashboard loads.
import type { Browser, Page, Request } from '@playwright/test'
import { newStoredSession, storeOnce } from './support/browser-storage.ts'
import { password, people, roles } from './support/people.ts'
import { expect, test } from './support/test.ts'

const kilobyte = 1024

/** Opens a page in a browser context with an empty cache. */
async function firstVisit(browser: Browser) {
  return (await browser.newContext()).newPage()
}

/** Records the requests that the page sends, without photos. */
function recordRequests(page: Page) {
  const requests: Request[] = []
  page.on('request', (request) => {
    const isPhoto = request.resourceType() === 'image' && pathOf(request).startsWith('/storage/')
    if (!isPhoto) requests.push(request)
  })
  return requests
}

const pathOf = (request: Request) => new URL(request.url()).pathname

/** Leaves out repeated requests for a script or style sheet, which the browser answers from its cache. */
function withoutCached(requests: readonly Request[]) {
  const urls = requests.map((request) => request.url())
  return requests.filter(
    (request, index) => !isScriptOrStyle(request) || urls.indexOf(request.url()) === index,
  )
}

const isScriptOrStyle = (request: Request) => /\.(?:js|css)$/.test(pathOf(request))
const isFont = (request: Request) => request.resourceType() === 'font'
const isApiCall = (request: Request) =>
  /^\/(?:rest|auth|storage|functions|realtime)\//.test(pathOf(request))

/** Returns the bytes of the responses' bodies, as they were transferred. */
async function sumBytes(requests: readonly Request[]) {
  const sizes = await Promise.all(requests.map((request) => request.sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}

/** Lists the URLs for the message of a failed assertion. */
const formatUrls = (requests: readonly Request[]) =>
  requests
    .map((request) => request.url())
    .toSorted()
    .join('\n')

async function measureScriptAndStyleBytes(page: Page, path: string) {
  const requests = recordRequests(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  return sumBytes(withoutCached(requests).filter(isScriptOrStyle))
}

test('each page for visitors costs at most 140 KB @gate', async ({ browser }) => {
  for (const path of ['/login', '/request-intake-form', '/forgot-password', '/reset-password']) {
    const page = await firstVisit(browser)
    expect(await measureScriptAndStyleBytes(page, path), path).toBeLessThanOrEqual(140 * kilobyte)
    await page.context().close()
  }
})

/** The budget of a dashboard's first visit, without photos. */
const maxRequests = 25
const maxScriptAndStyleBytes = 240 * kilobyte
const maxFontBytes = 75 * kilobyte
const maxDataBytes = 40 * kilobyte
const maxReloadCalls = 8

async function recordLoad(page: Page, visit: () => Promise<unknown>) {
  const requests = recordRequests(page)
  await visit()
  await page.waitForLoadState('networkidle')
  return withoutCached(requests)
}

for (const role of roles) {
  test(`the first visit of the ${role} dashboard stays within its budget, and so does a reload @gate`, async ({
    browser,
  }) => {
    const page = await firstVisit(browser)
    const { email, landing } = people[role]
    await storeOnce(page, [await newStoredSession({ email, password })])
    const requests = await recordLoad(page, () => page.goto(landing))
    await expect(page).toHaveURL(landing)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const apiCalls = requests.filter(isApiCall)
    expect(requests.length, formatUrls(requests)).toBeLessThanOrEqual(maxRequests)
    const urls = apiCalls.map((call) => call.url())
    expect(urls, 'no API call is made twice').toEqual([...new Set(urls)])
    expect(
      await sumBytes(requests.filter(isScriptOrStyle)),
      'scripts and styles',
    ).toBeLessThanOrEqual(maxScriptAndStyleBytes)
    expect(await sumBytes(requests.filter(isFont)), 'font').toBeLessThanOrEqual(maxFontBytes)
    expect(await sumBytes(apiCalls), 'data').toBeLessThanOrEqual(maxDataBytes)
    const reloadCalls = (await recordLoad(page, () => page.reload())).filter(isApiCall)
    expect(reloadCalls.length, formatUrls(reloadCalls)).toBeLessThanOrEqual(maxReloadCalls)
    await page.context().close()
  })
}

test('/marketing costs neither script nor style sheet', async ({ page }) => {
  expect(await measureScriptAndStyleBytes(page, '/marketing')).toBe(0)
})
