import type { Page } from '@playwright/test'
import { endAllSessions, newAccount } from './support/accounts.ts'
import { signedIn, signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
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
  const otherPage = await context.newPage()
  await otherPage.goto('/inbox')
  await expect(title(otherPage)).toHaveText('Inbox')
  await signOut(page)
  await expect(page).toHaveURL('/marketing')
  await expect(otherPage).toHaveURL(/\/login\?next=%2Finbox/)
  const visitorPage = await context.newPage()
  await visitorPage.goto('/login?next=%2Fsettings')
  await expect(visitorPage.locator('form[data-ready]')).toBeVisible()
  await signedIn(page, 'contractor')
  await expect(otherPage).toHaveURL('/inbox')
  await expect(visitorPage).toHaveURL('/settings')
})

test('a session that was ended elsewhere leads to /login with a message', async ({ page }) => {
  const account = await newAccount()
  await page.goto('/login')
  await signIn(page, account.email, account.password)
  await expect(title(page)).toHaveText('Contractor dashboard')
  // Leave the app first, because an open page might notice the session's end and redirect before `goto`.
  await page.goto('about:blank')
  await endAllSessions(account)
  await page.goto('/settings')
  await expect(page).toHaveURL('/login?next=%2Fsettings')
  await expect(page.getByText('Your session has ended.')).toBeVisible()
})
