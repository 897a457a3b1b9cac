import type { Page } from '@playwright/test'
import { newAccountWithSecondFactor } from './support/accounts.ts'
import { codeFor } from './support/authenticator.ts'
import { expectAccessible } from './support/accessibility.ts'
import { newestMailTo } from './support/mails.ts'
import { newPerson, openAs, type Person } from './support/market.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

const path = '/settings?tab=security'
const part = (page: Page, name: string) => page.getByRole('region', { name })
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const newPassword = 'A-warmer-boiler-room-9'

async function opened(page: Page) {
  const person = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, person, path)
  await expect(part(page, 'Sessions').getByText('This device')).toBeVisible()
  return person
}

async function fillPassword(page: Page, current: string, password: string, again = password) {
  const form = part(page, 'Password')
  await form.getByLabel('Current password').fill(current)
  await form.getByLabel('New password', { exact: true }).fill(password)
  await form.getByLabel('Confirm new password').fill(again)
  await form.getByRole('button', { name: 'Change password' }).click()
}

/** Returns whether this user can sign in with the password. */
async function opens({ client, email }: Person, password: string) {
  const { error } = await client.auth.signInWithPassword({ email, password })
  return error === null
}

// @covers screens.settings.password
test('a changed password works at once, and ends all other sessions @gate', async ({ page }) => {
  const person = await opened(page)
  await fillPassword(page, person.password, newPassword)
  await expect(toast(page, 'Password changed.')).toBeVisible()
  await expect(part(page, 'Password').getByLabel('Current password')).toHaveValue('')
  await expect(part(page, 'Sessions').getByRole('listitem')).toHaveCount(1)
  const { error } = await person.client.from('profiles').select('id').limit(1)
  expect(error).not.toBeNull()
  expect(await opens(person, person.password)).toBe(false)
  expect(await opens(person, newPassword)).toBe(true)
})

test('a code by email replaces the password', async ({ page }) => {
  const person = await opened(page)
  const form = part(page, 'Password')
  await form.getByRole('button', { name: 'Email me a code instead' }).click()
  await expect(form.getByText(`A code is on its way to ${person.email}.`)).toBeVisible()
  await form.getByLabel('Code').fill('000000')
  await form.getByLabel('New password', { exact: true }).fill(newPassword)
  await form.getByLabel('Confirm new password').fill(newPassword)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText('That code is incorrect or expired.')).toBeVisible()
  const currentCode = async () => /\b\d{6}\b/.exec(await newestMailTo(person.email))?.[0] ?? ''
  await expect.poll(currentCode).toMatch(/^\d{6}$/)
  await form.getByLabel('Code').fill(await currentCode())
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(toast(page, 'Password changed.')).toBeVisible()
  expect(await opens(person, newPassword)).toBe(true)
})

// @covers screens.settings.second-factor
test('an app is added with its key, verified, and gives recovery codes once', async ({ page }) => {
  const person = await opened(page)
  const section = part(page, 'Two-factor authentication')
  await section.getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await dialog.getByLabel('Name').fill('')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  const name = '<b>هاتف</b> phone'
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const picture = dialog.getByRole('img', { name: 'A QR code for your app' })
  await expect(picture).toBeVisible()
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  await expect(dialog.getByLabel('Code')).toBeFocused()
  for (const [typed, text] of [
    ['12', 'Enter the 6-digit code from the app.'],
    ['abcdef', 'Enter the 6-digit code from the app.'],
    ['000000', 'That code is incorrect or expired.'],
  ] as const) {
    await dialog.getByLabel('Code').fill(typed)
    await dialog.getByRole('button', { name: 'Verify' }).click()
    await expect(dialog.getByText(text)).toBeVisible()
  }
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog.getByLabel('Code').fill(codeFor(secret))
  await page.keyboard.press('Enter')
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [kept = ''] = await codes.allInnerTexts()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('mendwell-recovery-codes.txt')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(section.getByText(name)).toBeVisible()
  await expect(section.getByText('10 of 10 left.')).toBeVisible()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/marketing')
  await page.goto('/login?next=%2Fsettings%3Ftab%3Dsecurity')
  await signIn(page, person.email, person.password)
  await page.getByLabel('Code').fill(kept)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(section.getByText('9 of 10 left.')).toBeVisible()
})

test('security is accessible', async ({ page }) => {
  await opened(page)
  await expectAccessible(page)
})

test('the dialog with the key is accessible', async ({ page }) => {
  await opened(page)
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('Code')).toBeFocused()
  await expectAccessible(page, '[role=dialog]')
})

test('the dialog with the recovery codes is accessible', async ({ page }) => {
  await signedInWithCode(page, await newAccountWithSecondFactor())
  await page.getByRole('button', { name: 'Make new codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make new recovery codes' })
  await dialog.getByRole('button', { name: 'Make new codes' }).click()
  await expect(dialog.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
})

test('codes can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const account = await newAccountWithSecondFactor()
  await signedInWithCode(page, account)
  const section = part(page, 'Two-factor authentication')
  await section.getByRole('button', { name: 'Make new codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make new recovery codes' })
  await expect(dialog.getByText('Your current codes will stop working.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Make new codes' }).click()
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(toast(page, 'Recovery codes copied.')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.trim().split('\n')).toEqual(await codes.allInnerTexts())
  expect(copied).not.toContain(account.recoveryCodes[1])
})

/** Returns the assurance level in the token of this page. */
function levelOf(page: Page) {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? ''
    const token = /"access_token":"[^.]+\.([^.]+)/.exec(localStorage.getItem(key) ?? '')?.[1] ?? ''
    return /"aal":"(\w+)"/.exec(atob(token.replaceAll('-', '+').replaceAll('_', '/')))?.[1]
  })
}

test('a second app needs another name, and the last one can be removed', async ({ page }) => {
  const account = await newAccountWithSecondFactor()
  await signedInWithCode(page, account)
  const section = part(page, 'Two-factor authentication')
  await section.getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await dialog.getByLabel('Name').fill('Phone')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('You already have an app with this name.')).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await levelOf(page)).toBe('aal2')
  await section.getByRole('button', { name: 'Remove Phone' }).click()
  const request = page.getByRole('dialog', { name: 'Remove two-factor method' })
  await expect(request.getByText('Log in with only your password from now on?')).toBeVisible()
  await request.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'is removed.')).toBeVisible()
  expect(await levelOf(page)).toBe('aal1')
  await expect(section.getByText('Off. With an authenticator app')).toBeVisible()
  await page.reload()
  await expect(section.getByText('Off. With an authenticator app')).toBeVisible()
})

// @covers screens.settings.sessions
test('other devices are listed, and are signed out one by one or all', async ({ page }) => {
  const person = await opened(page)
  const sessions = part(page, 'Sessions')
  const rows = sessions.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1)
  await rows
    .filter({ hasNotText: 'This device' })
    .getByRole('button', { name: /^Log out/ })
    .click()
  await expect(toast(page, 'is logged out.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(sessions.getByRole('button', { name: 'Log out other devices' })).toBeDisabled()
  await person.client.auth.signInWithPassword(person)
  await page.reload()
  await expect(rows).toHaveCount(2)
  await sessions.getByRole('button', { name: 'Log out other devices' }).click()
  await expect(toast(page, 'Your other devices are logged out.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  const { error } = await person.client.from('profiles').select('id').limit(1)
  expect(error).not.toBeNull()
  await expect(rows.getByText('This device')).toBeVisible()
})

async function signedInWithCode(
  page: Page,
  account: { email: string; password: string; recoveryCodes: string[] },
) {
  await page.goto('/login?next=%2Fsettings%3Ftab%3Dsecurity')
  await signIn(page, account.email, account.password)
  await page.getByLabel('Code').fill(account.recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(part(page, 'Sessions').getByText('This device')).toBeVisible()
}
