import type { Page } from '@playwright/test'
import { endAllSessions, newAccount } from './support/accounts.ts'
import { signedIn, signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

/** Changes the session in the client's storage. */
async function tamper(page: Page, change: Record<string, unknown> | string) {
  await page.evaluate((wanted) => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? ''
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    const next =
      typeof wanted === 'string' ? wanted : JSON.stringify(Object.assign(kept ?? {}, wanted))
    localStorage.setItem(key, next)
  }, change)
}

test('signing out leads to /marketing, and Back reveals nothing @gate', async ({ page }) => {
  await signedIn(page, 'facility')
  await page.getByRole('link', { name: 'Inbox' }).first().click()
  await expect(title(page)).toHaveText('Inbox')
  await signOut(page)
  await expect(page).toHaveURL('/marketing')
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Dana Whitfield')).toBeHidden()
})

test('other tabs follow a sign-out and a sign-in', async ({ context, page }) => {
  await signedIn(page, 'contractor')
  const other = await context.newPage()
  await other.goto('/inbox')
  await expect(title(other)).toHaveText('Inbox')
  await signOut(page)
  await expect(page).toHaveURL('/marketing')
  await expect(other).toHaveURL(/\/login\?next=%2Finbox/)
  const neverIn = await context.newPage()
  await neverIn.goto('/login?next=%2Fsettings')
  await expect(neverIn.locator('form[data-ready]')).toBeVisible()
  await signedIn(page, 'contractor')
  await expect(other).toHaveURL('/inbox')
  await expect(neverIn).toHaveURL('/settings')
})

test('a session survives a reload, and is refreshed after it expired @gate', async ({ page }) => {
  await signedIn(page, 'contractor')
  await tamper(page, { expires_at: 1 })
  const refreshed = page.waitForResponse(/grant_type=refresh_token/)
  await page.reload()
  expect((await refreshed).status()).toBe(200)
  await expect(title(page)).toHaveText('Contractor dashboard')
})

test('a session that was ended elsewhere leads to /login with a message @gate', async ({
  page,
}) => {
  const account = await newAccount()
  await page.goto('/login')
  await signIn(page, account.email, account.password)
  await expect(title(page)).toHaveText('Contractor dashboard')
  // An open page might learn of the end by itself, and leave before the test opens another one.
  await page.goto('about:blank')
  await endAllSessions(account)
  await page.goto('/settings')
  await expect(page).toHaveURL('/login?next=%2Fsettings')
  await expect(page.getByText('Your session has ended.')).toBeVisible()
})

const tampered: [string, Record<string, unknown> | string][] = [
  ['nonsense', 'nonsense'],
  ['a number', '7'],
  ['an empty object', '{}'],
  [
    'a made-up token',
    { access_token: 'a.b.c', refresh_token: 'made-up', expires_at: 9_999_999_999 },
  ],
]

for (const [what, session] of tampered) {
  test(`a stored session of ${what} leads to /login`, async ({ page, complaints }) => {
    await signedIn(page, 'contractor')
    await tamper(page, session)
    await page.goto('/contractor-dashboard')
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByRole('button', { name: 'Log In' })).toBeEnabled()
    complaints.splice(0)
  })
}

test('a server that does not respond at the start is reported, and Retry continues @gate', async ({
  as,
  complaints,
}) => {
  const page = await as('admin')
  await page.route('**/config.json', (route) => route.abort())
  await page.goto('/admin/users')
  await expect(page.getByRole('alert')).toHaveText(/Can't reach/)
  await page.unroute('**/config.json')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(title(page)).toHaveText('Admin User Manager')
  complaints.splice(0)
})

test('a sign-out that does not reach the server still removes the session here', async ({
  page,
  complaints,
}) => {
  await signedIn(page, 'facility')
  await page.route('**/auth/v1/logout**', (route) => route.abort())
  await signOut(page)
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
  await page.goto('/inbox')
  await expect(page).toHaveURL(/\/login/)
  complaints.splice(0)
})
