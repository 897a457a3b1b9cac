// Tests sign-ins through Google and company accounts, on a server where they are enabled.
import type { Page, Route } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { test } from './support/sign-in-providers.ts'
import { people, signIn } from './support/people.ts'
import { expect } from './support/test.ts'

const verified = (email: string) => ({ email, email_verified: true, name: 'Ada M. Gate' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const refusal = (page: Page) => page.getByRole('alert')

async function atCompany(page: Page, address: string, from = '/login') {
  await page.goto(from)
  await button(page, 'Continue with company account').click()
  await page.getByLabel('Work email').fill(address)
  await button(page, 'Continue').click()
}

test('the button to log in stays in place when the other sign-in methods appear', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/auth/v1/settings', async (route) => {
    await released
    await route.continue()
  })
  const asked = page.waitForRequest('**/auth/v1/settings')
  await page.goto('/login')
  await asked
  const before = await button(page, 'Log In').boundingBox()
  release()
  await expect(button(page, 'Google')).toBeVisible()
  expect(await button(page, 'Log In').boundingBox()).toEqual(before)
})

// @covers screens.login.company sign-in.company-screen
test('a company account signs in, and leads to the requested page @gate', async ({
  page,
  providers,
}) => {
  const { email } = await providers.newAccount()
  await page.goto('/login?next=/settings')
  await page.getByLabel('Email').fill(email)
  await expect(button(page, 'Google')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Continue with company account').click()
  const field = page.getByLabel('Work email')
  await expect(field).toHaveValue(email)
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await test.step('an unknown domain is reported at the field', async () => {
    await field.fill('ada@nobody.example')
    await button(page, 'Continue').click()
    await expect(page.getByText('No company here uses this domain.')).toBeVisible()
    await expect(field).toBeFocused()
    await field.fill('ada at home')
    await button(page, 'Continue').click()
    await expect(page.getByText('Enter your work email, such as')).toBeVisible()
    await expectAccessible(page)
  })
  providers.openId.setUser(verified(email))
  await field.fill(' Example.TEST ')
  await button(page, 'Continue').click()
  await expect(page).toHaveURL('/settings')
  await expect(heading(page, 'Settings')).toBeVisible()
})

// @covers screens.login.company-role
test('a new user gets the role of the company, and its dashboard', async ({ page, providers }) => {
  providers.openId.setUser(verified('new@acme.example'))
  await atCompany(page, 'new@acme.example')
  await expect(page).toHaveURL(people.contractor.landing)
})

// @covers screens.login.company-refused
test('a wrong account is refused with the reason, and the password still works', async ({
  page,
  providers,
}) => {
  const account = await providers.newAccount()
  providers.openId.setUser(verified('ada@elsewhere.example'))
  await atCompany(page, account.email, '/login?next=/inbox')
  await expect(heading(page, 'Login to Mendwell')).toBeVisible()
  await expect(refusal(page)).toHaveText(/doesn't belong to this company. Log in there with/)
  await expectAccessible(page)
  await signIn(page, account.email, account.password)
  await expect(page).toHaveURL('/inbox')
})

// @covers sign-in.newcomer-stranger
test('a user without an account is told whom to ask', async ({ page, providers }) => {
  providers.openId.setUser(verified('stranger@elsewhere.example'))
  await page.goto('/login')
  await button(page, 'Google').click()
  await expect(refusal(page)).toHaveText(/^No account here has that email address/)
})

test('a provider that does not respond is reported, and so is a code of another browser', async ({
  page,
  providers,
}) => {
  await page.goto('/login?code=6f1b1c6e-6a52-4b0c-9a3e-0d3f5c1a7e09')
  await expect(refusal(page)).toHaveText(
    /^This login has expired or was started in another browser/,
  )
  providers.openId.setUser(verified('stranger@elsewhere.example'))
  providers.openId.failWith((path, response) => path === '/token' && Boolean(response.destroy()))
  await page.goto('/login')
  await button(page, 'Google').click()
  await expect(refusal(page)).toHaveText(/^The login provider isn't responding/)
  providers.openId.reset()
})

// @covers sign-in.lost-response
test('a lost response on the way back is recovered', async ({ page, pageErrors, providers }) => {
  const { email } = await providers.newAccount()
  providers.openId.setUser(verified(email))
  const failing = (route: Route) => route.fulfill({ status: 503, json: {} })
  await page.route('**/auth/v1/token?**', failing)
  await atCompany(page, email)
  await expect(refusal(page)).toHaveText(/^Mendwell is busy/)
  await page.unroute('**/auth/v1/token?**')
  await page.route('**/rest/v1/profiles?**', failing)
  await atCompany(page, email)
  await expect(heading(page, 'Logging you in')).toBeVisible()
  await expect(refusal(page)).toHaveText(/busy/)
  await expectAccessible(page)
  await page.unroute('**/rest/v1/profiles?**')
  await button(page, 'Continue').click()
  await expect(page).toHaveURL(people.contractor.landing)
  // The browser logs the failed requests as errors.
  expect(new Set(pageErrors.splice(0))).toEqual(new Set([expect.stringContaining('status of 503')]))
})
