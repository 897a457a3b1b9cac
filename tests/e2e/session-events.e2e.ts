import type { BrowserContext, Page } from '@playwright/test'
import { newestMailTo } from './support/mails.ts'
import { call, eventsOf, serveSessionPage, type SessionPage } from './support/session-page.ts'
import { url } from './support/site.ts'
import { beforeFile, expect, plainTest as test } from './support/test.ts'

// This test ends all sessions of the user. Other journeys use the first facility.
const email = 'facility2@mendwell.test'
const login = JSON.stringify({ email, password: 'Mendwell-demo-1' })
const kept = '[...Object.keys(localStorage)].find((key) => key.endsWith("-auth-token"))'

let served: SessionPage

beforeFile(async () => {
  served = await serveSessionPage(await (await fetch(`${url}/config.json`)).text())
})
test.afterAll(() => served.close())

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(served.address)
  return page
}

async function signedIn(context: BrowserContext): Promise<Page> {
  const page = await openPage(context)
  await call(page, `auth.signInWithPassword(${login})`)
  await hears(page, `SIGNED_IN ${email}`)
  return page
}

async function hears(page: Page, event: string) {
  await expect.poll(() => eventsOf(page)).toContain(event)
}

test('a page gets events of a sign-in, a refresh, an update and a sign-out, in this order @gate', async ({
  context,
}) => {
  const page = await signedIn(context)
  await call(page, 'auth.refreshSession()')
  await call(page, 'auth.updateUser({ data: { note: "seen" } })')
  await call(page, 'auth.updateUser({ data: { note: null } })')
  await call(page, 'auth.signOut()')
  await hears(page, 'SIGNED_OUT')
  expect(await eventsOf(page)).toEqual([
    'INITIAL_SESSION',
    `SIGNED_IN ${email}`,
    `TOKEN_REFRESHED ${email}`,
    `USER_UPDATED ${email}`,
    `USER_UPDATED ${email}`,
    'SIGNED_OUT',
  ])
})

async function expire(page: Page) {
  await page.evaluate(`(() => {
    const key = ${kept}
    const session = JSON.parse(localStorage.getItem(key))
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }))
  })()`)
}

test('a session survives a reload', async ({ context }) => {
  const page = await signedIn(context)
  await page.reload()
  await hears(page, `INITIAL_SESSION ${email}`)
})

test('another tab gets events of a sign-in and a sign-out', async ({ context }) => {
  const other = await openPage(context)
  const page = await signedIn(context)
  await hears(other, `SIGNED_IN ${email}`)
  await call(page, 'auth.signOut()')
  await hears(other, 'SIGNED_OUT')
})

test('an expired session is refreshed automatically @gate', async ({ context }) => {
  const page = await signedIn(context)
  await expire(page)
  await page.reload()
  await hears(page, `TOKEN_REFRESHED ${email}`)
})

test('a session that was ended elsewhere is removed after its failed refresh @gate', async ({
  context,
  browser,
}) => {
  const page = await signedIn(context)
  const elsewhere = await signedIn(await browser.newContext())
  await call(elsewhere, 'auth.signOut({ scope: "others" })')
  await expire(page)
  await page.reload()
  await hears(page, 'SIGNED_OUT')
  expect(await page.evaluate(kept)).toBeUndefined()
  await elsewhere.context().close()
})

test('a link from an email returns to the page, which gets a recovery event', async ({
  context,
}) => {
  const page = await openPage(context)
  const consultant = 'consultant2@mendwell.test'
  const options = JSON.stringify({ redirectTo: served.address })
  await call(page, `auth.resetPasswordForEmail('${consultant}', ${options})`)
  const link = () => newestMailTo(consultant).then((text) => /http\S+verify\S+/u.exec(text)?.[0])
  await expect.poll(link).toBeTruthy()
  await page.goto((await link()) ?? '')
  await hears(page, `PASSWORD_RECOVERY ${consultant}`)
  expect(new URL(page.url()).origin).toBe(new URL(served.address).origin)
})
