import type { BrowserContext, Page } from '@playwright/test'
import { newestMailTo } from './support/mails.ts'
import { callClient, eventsOf, serveSessionPage, type SessionPage } from './support/session-page.ts'
import { url } from './support/site.ts'
import { beforeFile, expect, plainTest as test } from './support/test.ts'

const email = 'facility2@mendwell.test'
const login = JSON.stringify({ email, password: 'Mendwell-demo-1' })

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
  await callClient(page, `auth.signInWithPassword(${login})`)
  await expectEvents(page, `SIGNED_IN ${email}`)
  return page
}

async function expectEvents(page: Page, event: string) {
  await expect.poll(() => eventsOf(page)).toContain(event)
}

// @covers 4.session.signed-out
test('another tab gets events of a sign-in and a sign-out', async ({ context }) => {
  const otherPage = await openPage(context)
  const page = await signedIn(context)
  await expectEvents(otherPage, `SIGNED_IN ${email}`)
  await callClient(page, 'auth.signOut()')
  await expectEvents(otherPage, 'SIGNED_OUT')
})

// @covers 4.session.password-recovery
test('a link from an email returns to the page, which gets a recovery event', async ({
  context,
}) => {
  const page = await openPage(context)
  const consultant = 'consultant2@mendwell.test'
  const options = JSON.stringify({ redirectTo: served.address })
  await callClient(page, `auth.resetPasswordForEmail('${consultant}', ${options})`)
  const link = () => newestMailTo(consultant).then((text) => /http\S+verify\S+/u.exec(text)?.[0])
  await expect.poll(link).toBeTruthy()
  await page.goto((await link()) ?? '')
  await expectEvents(page, `PASSWORD_RECOVERY ${consultant}`)
  expect(new URL(page.url()).origin).toBe(new URL(served.address).origin)
})
