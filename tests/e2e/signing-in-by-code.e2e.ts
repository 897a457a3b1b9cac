import type { Page } from '@playwright/test'
import { newAccount, newAccountWithSecondFactor } from './support/accounts.ts'
import { codeFor } from './support/authenticator.ts'
import { executeSql } from './support/database.ts'
import { expectAccessible } from './support/accessibility.ts'
import { newestMailTo } from './support/mails.ts'
import { expect, test } from './support/test.ts'

/** Requests a code on the login screen, and waits for the form that takes the code. */
async function askForCode(page: Page, email: string, from = '/login') {
  await page.goto(from)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
}

async function waitForCode(email: string, oldCode = '') {
  const find = async () =>
    /^\d{6}$/m.exec(await newestMailTo(email))?.[0].replace(oldCode, '') ?? ''
  await expect.poll(find).toBeTruthy()
  return find()
}

async function enter(page: Page, code: string) {
  await page.getByLabel('Code').fill(code)
  await page.keyboard.press('Enter')
}

/** Moves the page's clock forward by a minute, and resets the server's limit on emails to this address. */
async function expireRateLimit(page: Page, email: string) {
  await executeSql('delete from private.address_limits where address = $1', [email])
  await page.clock.runFor(60_000)
}

// All tests share one network address, which may request only a few emails an hour.
test.beforeEach(async () => {
  await executeSql("delete from private.address_limits where name = 'mail_address'", [])
})

// @covers screens.login.code
test('a code by email signs in, and leads to the requested page @gate', async ({ page }) => {
  const { email } = await newAccount()
  await askForCode(page, email, '/login?next=/settings')
  await expect(page.getByText(`If ${email} belongs to an account`)).toBeVisible()
  await expect(page.getByLabel('Code')).toBeFocused()
  await expectAccessible(page)
  const code = await waitForCode(email)
  await test.step('a malformed code is reported without a request', async () => {
    await enter(page, '12 34')
    await expect(page.getByText('Enter the 6-digit code from the email.')).toBeVisible()
  })
  await test.step('a wrong code is refused with a message, and the form stays', async () => {
    await enter(page, code === '000000' ? '000001' : '000000')
    await expect(page.getByRole('alert')).toHaveText(/^That code is incorrect or expired/)
    await expectAccessible(page)
  })
  await enter(page, code.replace(/^(...)/, ' $1 '))
  await expect(page).toHaveURL('/settings')
})

test('a second factor is required after the code', async ({ page }) => {
  const account = await newAccountWithSecondFactor()
  await askForCode(page, account.email)
  await enter(page, await waitForCode(account.email))
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await test.step('the code alone opens no page', async () => {
    await page.goto('/contractor-dashboard')
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  })
  await enter(page, codeFor(account.secret, 1))
  await expect(page).toHaveURL('/contractor-dashboard')
})

// @covers screens.login.new-code
test('a new code can be sent after a minute, and replaces the old one', async ({ page }) => {
  await page.clock.install()
  const { email } = await newAccount()
  await askForCode(page, email)
  const first = await waitForCode(email)
  const again = page.getByRole('button', { name: /^Send a new code/ })
  await expect(again).toBeDisabled()
  await expect(again).toHaveText(/^Send a new code in (?:60|5\d) s$/)
  await page.clock.runFor(30_000)
  await expect(again).toHaveText(/^Send a new code in (?:30|2\d) s$/)
  await expireRateLimit(page, email)
  await expect(again).toHaveText('Send a new code')
  await again.click()
  await expect(page.getByText('a new code is on its way.')).toBeVisible()
  await expect(again).toBeDisabled()
  const second = await waitForCode(email, first)
  await enter(page, first)
  await expect(page.getByRole('alert')).toHaveText(/^That code is incorrect or expired/)
  await enter(page, second)
  await expect(page).toHaveURL('/contractor-dashboard')
})

test('an unknown address gets the same response, and no code works', async ({ page }) => {
  const email = `${crypto.randomUUID()}@example.test`
  await askForCode(page, email)
  await expect(page.getByText(`If ${email} belongs to an account`)).toBeVisible()
  await enter(page, '123456')
  await expect(page.getByRole('alert')).toHaveText(/^That code is incorrect or expired/)
})

test('a reload keeps the step, and Back returns to it', async ({ page }) => {
  const { email } = await newAccount()
  await askForCode(page, email)
  await page.reload()
  await expect(page.getByText(`If ${email} belongs to an account`)).toBeVisible()
  await page.getByRole('button', { name: 'Use a different email' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expectAccessible(page)
  await page.goBack()
  await enter(page, await waitForCode(email))
  await expect(page).toHaveURL('/contractor-dashboard')
})

test('a lost response to a code is recovered without the code', async ({ page, pageErrors }) => {
  const { email } = await newAccount()
  await askForCode(page, email)
  const code = await waitForCode(email)
  await page.route('**/auth/v1/user', (route) => route.fulfill({ status: 503, json: {} }))
  await enter(page, code)
  await expect(page.getByRole('alert')).toHaveText(/busy|went wrong/)
  await page.unroute('**/auth/v1/user')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL('/contractor-dashboard')
  // The browser logs the failed request as an error.
  expect(pageErrors.splice(0)).toEqual([expect.stringContaining('status of 503')])
})
