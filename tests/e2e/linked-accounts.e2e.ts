// Tests linked accounts under Settings, Security.
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { type SignInProviders, test } from './support/sign-in-providers.ts'
import { people, signIn } from './support/people.ts'
import { expect } from './support/test.ts'

const number = '+15550007002'
const part = (page: Page) => page.getByRole('region', { name: 'Linked accounts' })
const row = (page: Page, name: string) =>
  part(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

type Account = Record<'email' | 'password', string>

async function opened(page: Page, { email, password }: Account) {
  await page.goto('/login?next=%2Fsettings%3Ftab%3Dsecurity')
  await signIn(page, email, password)
  await expect(row(page, 'Email')).toBeVisible()
}

// @covers screens.settings.linked-accounts
test('an account is linked, signs in from then on, and is unlinked', async ({
  page,
  browser,
  providers,
}) => {
  const subject = providers.openId.setUser({ email: 'private@home.example', email_verified: true })
  const account = await providers.newAccount()
  await opened(page, account)
  await test.step('the only way to log in cannot be unlinked, and says why', async () => {
    await expect(row(page, 'Email')).toContainText(account.email)
    await expect(row(page, 'Email')).toContainText("You can't unlink your only way to log in.")
    await expect(part(page).getByRole('button', { name: /^Unlink/ })).toHaveCount(0)
    await expectAccessible(page)
  })
  await part(page).getByRole('button', { name: 'Link Google' }).click()
  await expect(toast(page, 'Google is linked.')).toBeVisible()
  await expect(page).toHaveURL('/settings?tab=security')
  await expect(row(page, 'Google')).toContainText('private@home.example')
  await expect(toast(page, 'Google is linked.')).toBeHidden({ timeout: 10_000 })
  await expect(part(page).getByRole('button', { name: 'Link Google', exact: true })).toHaveCount(0)
  await expectAccessible(page)
  await test.step('linking starts no session', async () => {
    const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')
    await expect(sessions).toHaveCount(1)
  })

  const otherContext = await browser.newContext({ baseURL: providers.server.url })
  const otherPage = await otherContext.newPage()
  providers.openId.setUser({ email: 'renamed@home.example', email_verified: true }, subject)
  await otherPage.goto('/login')
  await otherPage.getByRole('button', { name: 'Google' }).click()
  await expect(otherPage).toHaveURL(people.contractor.landing)

  await row(page, 'Google').getByRole('button', { name: 'Unlink Google' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unlink Google' })
  await expect(dialog).toContainText('Your other devices will be logged out.')
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Unlink' }).dblclick()
  await expect(toast(page, 'Google is unlinked.')).toBeVisible()
  await expect(row(page, 'Google')).toHaveCount(0)
  await otherPage.goto('/settings')
  await expect(otherPage.getByRole('heading', { name: 'Login to Mendwell' })).toBeVisible()
  await otherContext.close()
})

test('an account that is linked to another user is refused with a visible message', async ({
  page,
  providers,
}) => {
  const subject = providers.openId.setUser({ email: 'shared@home.example', email_verified: true })
  await providers.queryDatabase(
    `insert into auth.identities (provider_id, user_id, provider, identity_data, created_at, updated_at)
     select $1, id, 'google', jsonb_build_object('sub', $1::text, 'iss', $2::text), now(), now()
     from auth.users where email = $3`,
    [subject, providers.openId.url, people.admin.email],
  )
  const account = await providers.newAccount()
  await opened(page, account)
  await part(page).getByRole('button', { name: 'Link Google' }).click()
  const alert = part(page).getByRole('alert')
  await expect(alert).toHaveText(/^That account is already linked to you or to someone else/)
  await expect(alert).toBeInViewport()
  await expect(page).toHaveURL('/settings?tab=security')
  await expectAccessible(page)
})

test('a company account is linked, even with another address', async ({ page, providers }) => {
  providers.openId.setUser({ email: 'jo@acme.example', email_verified: true })
  const account = await providers.newAccount()
  await opened(page, account)
  await part(page).getByRole('button', { name: 'Link company account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link company account' })
  await dialog.getByLabel('Work email').fill('jo@nobody.example')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('No company here uses this domain.')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByLabel('Work email').fill('jo@acme.example')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(toast(page, 'Company account is linked.')).toBeVisible()
  await expect(row(page, 'Company account')).toContainText('jo@acme.example')
})

// @covers screens.settings.phone screens.login.phone-code
test('a phone number is added by a code, signs in, and is changed', async ({
  page,
  browser,
  providers,
}) => {
  const account = await providers.newAccount()
  await opened(page, account)
  await part(page).getByRole('button', { name: 'Add phone number' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add phone number' })
  await dialog.getByLabel('Phone number').fill('+1 (555) 000-7002')
  await dialog.getByRole('button', { name: 'Text me a code' }).click()
  await expect(dialog.getByRole('status')).toContainText(`a code is on its way to ${number}.`)
  await expectAccessible(page, '[role=dialog]')
  const { code } = await providers.smsService.next(number)
  await dialog.getByLabel('Code').fill(code === '000000' ? '000001' : '000000')
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/^That code is incorrect or expired/)
  await dialog.getByLabel('Code').fill(code)
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(row(page, 'Phone')).toContainText(number)
  await expect(row(page, 'Phone')).toContainText("You can change it, but you can't unlink it.")
  await expect(toast(page, 'Phone number saved.')).toBeVisible()
  await expect(toast(page, 'Phone number saved.')).toBeHidden({ timeout: 10_000 })
  await expectAccessible(page)
  await test.step('verifying the number starts no session', async () => {
    await page.reload()
    const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')
    await expect(sessions).toHaveCount(1)
  })

  await providers.queryDatabase('delete from private.address_limits')
  const otherContext = await browser.newContext({ baseURL: providers.server.url })
  const otherPage = await otherContext.newPage()
  await signInByPhone(otherPage, providers.smsService)
  await otherContext.close()

  await providers.queryDatabase('delete from private.address_limits')
  await row(page, 'Phone').getByRole('button', { name: 'Change Phone' }).click()
  const change = page.getByRole('dialog', { name: 'Change phone number' })
  await change.getByLabel('Phone number').fill(number)
  await change.getByRole('button', { name: 'Text me a code' }).click()
  await expect(change.getByText('This is already your number.')).toBeVisible()
  await change.getByLabel('Phone number').fill('+15550007003')
  await change.getByRole('button', { name: 'Text me a code' }).click()
  await change.getByLabel('Code').fill((await providers.smsService.next('+15550007003')).code)
  await change.getByRole('button', { name: 'Verify' }).click()
  await expect(row(page, 'Phone')).toContainText('+15550007003')
})

async function signInByPhone(page: Page, messages: SignInProviders['smsService']) {
  await page.goto('/login?next=/inbox')
  await page.getByRole('button', { name: 'Text me a code' }).click()
  const field = page.getByLabel('Phone number')
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await field.fill('0555 000 7002')
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await expect(page.getByText('Start with + and the country code')).toBeVisible()
  await field.fill('+1 555 000 7002')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
  await expect(page.getByRole('status')).toContainText(`If ${number} belongs to an account`)
  await expect(page.getByRole('button', { name: /^Send a new code in \d+ s$/ })).toBeDisabled()
  await expectAccessible(page)
  const { code } = await messages.next(number)
  await page.getByLabel('Code').fill(code === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/^That code is incorrect or expired/)
  await page.getByLabel('Code').fill(code)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/inbox')
}
