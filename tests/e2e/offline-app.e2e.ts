// Tests that the app can be installed, opens without a network, and updates when the user agrees.
import type { BrowserContext, Page } from '@playwright/test'
import { type BuildProxy, startBuildProxy } from './support/build-proxy.ts'
import { openSettings } from './support/account-menu.ts'
import { expectAccessible } from './support/accessibility.ts'
import { people, signedIn } from './support/people.ts'
import {
  messageBox,
  bubbles,
  newConversation,
  sendMessage,
  takePageErrors,
  messagesOf,
} from './support/conversations.ts'
import { expect, test as plain } from './support/test.ts'

const test = plain.extend<{ buildProxy: BuildProxy }>({
  buildProxy: async ({ baseURL }, use) => {
    const buildProxy = await startBuildProxy(baseURL ?? '')
    await use(buildProxy)
    await buildProxy.close()
  },
})

test.use({ serviceWorkers: 'allow' })

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const offline = (page: Page) => page.getByText("You're offline.")
const newVersion = (page: Page) => page.getByText('A new version is ready.')
const build = (page: Page) => page.locator('html').getAttribute('data-build')

/** Opens a page and waits until the service worker has cached the app. */
async function openOfflineCopy(page: Page, address: string) {
  await page.goto(address)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

/** Lists the paths of the responses in all caches. */
function cachedNames(page: Page) {
  return page.evaluate(async () => {
    const caches = await Promise.all(
      (await window.caches.keys()).map((name) => window.caches.open(name)),
    )
    const requests = await Promise.all(caches.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}

/** Cuts the network, and then loads the page at this path. */
async function openOffline(context: BrowserContext, page: Page, path: string) {
  await context.setOffline(true)
  await page.goto(path)
}

test('the browser can install the app', async ({ signInAs, context }) => {
  const page = await signInAs('facility')
  await openOfflineCopy(page, '/inbox')
  const devtools = await context.newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Test contexts are incognito, so the browser always reports the error "in-incognito".
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

test('after one visit the app opens without a network, says so, and continues with one @gate', async ({
  signInAs,
  context,
  pageErrors,
}) => {
  const page = await signInAs('facility')
  await openOfflineCopy(page, '/facility-dashboard')
  await openOffline(context, page, '/inbox')
  await expect(title(page)).toHaveText('Inbox')
  await expect(offline(page)).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Retry' }).first()).toBeVisible()
  // The user has never opened Settings on this device, so the screen must come from the app's cache.
  await openSettings(page)
  await expect(title(page)).toHaveText('Settings')
  await context.setOffline(false)
  await expect(offline(page)).toBeHidden()
  await expect(page.getByRole('link', { name: /^Inbox \d+ unread$/ }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account of Dana Whitfield' })).toBeVisible()
  pageErrors.splice(0)
})

test('the app starts offline, even if the access token has expired', async ({
  signInAs,
  context,
  pageErrors,
}) => {
  const page = await signInAs('facility')
  await openOfflineCopy(page, '/inbox')
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? ''
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify(Object.assign(kept ?? {}, { expires_at: 1 })))
  })
  await openOffline(context, page, '/login')
  await expect(page).toHaveURL(people.facility.landing)
  await expect(offline(page)).toBeVisible()
  pageErrors.splice(0)
})

test('a conversation opens without a network, with unsent messages and the draft', async ({
  browser,
}) => {
  const conversation = await newConversation()
  const context = await conversation.facility.open(browser)
  const page = await context.newPage()
  await openOfflineCopy(page, conversation.path)
  await expect(messageBox(page)).toBeEnabled()
  await context.setOffline(true)
  await sendMessage(page, 'Written offline')
  await messageBox(page).fill('Half a thought')
  await page.reload()
  await expect(offline(page)).toBeVisible()
  await expect(bubbles(page)).toHaveText(['Written offline'])
  await expect(messageBox(page)).toHaveValue('Half a thought')
  await sendMessage(page, 'And one more')
  const texts = ['Written offline', 'And one more']
  await expect(bubbles(page)).toHaveText(texts)
  await context.setOffline(false)
  await expect.poll(() => messagesOf(conversation)).toEqual(texts)
  await expect(page.getByText('Sent', { exact: true })).toHaveCount(2)
  await expect(bubbles(page)).toHaveText(texts)
  await expect(page.getByText('Failed to load messages.')).toBeHidden()
  takePageErrors()
  await context.close()
})

test('only the app is cached: data always comes from the server', async ({ signInAs }) => {
  const page = await signInAs('facility')
  await openOfflineCopy(page, '/inbox')
  const fromWorker: string[] = []
  const fromServer: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const isFromWorker = response.fromServiceWorker()
    ;(isFromWorker ? fromWorker : fromServer).push(pathname)
  })
  await page.reload()
  await expect(page.getByRole('link', { name: /^Inbox \d+ unread$/ }).first()).toBeVisible()
  await page.goto('/marketing')
  expect(fromWorker.filter((path) => !/^\/(?:assets\/|inbox$)/.test(path))).toEqual([])
  expect(fromWorker.some((path) => path.startsWith('/assets/'))).toBe(true)
  expect(fromServer).toEqual(expect.arrayContaining(['/config.json', '/marketing']))
  expect(fromServer.some((path) => path.startsWith('/rest/v1/'))).toBe(true)
  const kept = await cachedNames(page)
  expect(kept).toContain('/shell')
  expect(kept.filter((path) => !/^\/(?:assets\/.+|shell)$/.test(path))).toEqual([])
})

test('visiting only the login stores nothing', async ({ page }) => {
  await page.goto('/login')
  await expect(page.locator('form[data-ready]')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
  ).toBe(0)
})

test('a newer version is offered, and loads only by Reload', async ({ signInAs, buildProxy }) => {
  test.slow()
  const page = await signInAs('facility')
  await openOfflineCopy(page, `${buildProxy.address}/inbox`)
  const oldBuild = await build(page)
  buildProxy.release('a newer build')
  // This event simulates that the user returns to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(newVersion(page)).toBeVisible()
  await expectAccessible(page)
  expect(await build(page)).toBe(oldBuild)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-build', 'a newer build')
  await expect(title(page)).toHaveText('Inbox')
  await expect(newVersion(page)).toBeHidden()
})

test('every tab shows the offer, and each reloads separately', async ({
  signInAs,
  context,
  buildProxy,
}) => {
  const page = await signInAs('facility')
  await openOfflineCopy(page, `${buildProxy.address}/inbox`)
  const oldBuild = await build(page)
  buildProxy.release('a newer build')
  const otherPage = await context.newPage()
  await otherPage.goto(`${buildProxy.address}/settings`)
  await expect(title(otherPage)).toBeVisible()
  await expect(newVersion(page)).toBeVisible()
  expect([await build(page), await build(otherPage)]).toEqual([oldBuild, 'a newer build'])
  await expect(newVersion(otherPage)).toBeHidden()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-build', 'a newer build')
  await expect(title(page)).toHaveText('Inbox')
  await expect(newVersion(page)).toBeHidden()
})

test('an open page finds the files of its build after the server dropped them', async ({
  signInAs,
  context,
  buildProxy,
}) => {
  const page = await signInAs('facility')
  await openOfflineCopy(page, `${buildProxy.address}/inbox`)
  buildProxy.release('a newer build')
  const otherPage = await context.newPage()
  await openOfflineCopy(otherPage, `${buildProxy.address}/inbox`)
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(newVersion(page)).toBeHidden()
  buildProxy.block(/^\/assets\//)
  await openSettings(page)
  await expect(title(page)).toHaveText('Settings')
  expect(await page.evaluate(() => caches.keys())).toHaveLength(2)
})

test('if only the server is down, the app stays open and shows a message', async ({
  signInAs,
  buildProxy,
  pageErrors,
}) => {
  const page = await signInAs('facility')
  await openOfflineCopy(page, `${buildProxy.address}/inbox`)
  buildProxy.block(/./)
  await page.goto(`${buildProxy.address}/inbox`)
  await expect(page.getByText("Can't connect. Retrying…")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  // The app must retry without a click when the server is reachable again.
  buildProxy.block(/^$/)
  await expect(title(page)).toHaveText('Inbox')
  pageErrors.splice(0)
})

/** Returns the contents of the local storage, of the session storage and of all caches. */
function storedOnDevice(page: Page) {
  return page.evaluate(async () => {
    const stores = [localStorage, sessionStorage].flatMap((store) =>
      Object.keys(store).map((key) => `${key} ${store.getItem(key)}`),
    )
    const kept = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const entries = await Promise.all(
      kept.map(async (cache) => (await cache.matchAll()).map((response) => response.text())),
    )
    return [...stores, ...(await Promise.all(entries.flat()))].join('\n')
  })
}

const draft = 'The boiler hums'

for (const isOffline of [false, true]) {
  const networkState = isOffline ? 'without a network' : 'with a network'
  test(`signing out ${networkState} leaves nothing of the user on the device`, async ({
    page,
    context,
    pageErrors,
  }) => {
    await signedIn(page, 'facility')
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    await page.evaluate((texts) => {
      const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? ''
      const userId = /"id":"([^"]+)"/.exec(localStorage.getItem(key) ?? '')?.[1]
      sessionStorage.setItem(`draft:${userId}:post-job`, JSON.stringify({ title: [texts] }))
      localStorage.setItem(`kept:${userId}:words`, JSON.stringify(texts))
    }, draft)
    expect(await storedOnDevice(page)).toContain(draft)
    if (isOffline) await openOffline(context, page, '/inbox')
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page).toHaveURL(isOffline ? /\/login/ : '/marketing')
    const remaining = await storedOnDevice(page)
    for (const trace of [draft, people.facility.email, 'Dana', '"refresh_token":']) {
      expect(remaining.includes(trace), trace).toBe(false)
    }
    pageErrors.splice(0)
  })
}
