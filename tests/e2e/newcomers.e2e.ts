// Tests that a self-registered user waits for a role and that an admin assigns one.
import type { Browser, Page } from '@playwright/test'
import { openUserAction, rowOf } from './support/admin.ts'
import { toastOn } from './support/facility.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type SignInProviders, testWith } from './support/sign-in-providers.ts'
import { signIn } from './support/people.ts'
import { expect } from './support/test.ts'

const test = testWith({ SIGNUP: 'open', REQUIRE_ADMIN_MFA: 'off' })

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Signs up through Google with an email that has no account yet. */
async function signInAsNewUser(page: Page, others: SignInProviders, name: string) {
  const email = `${crypto.randomUUID()}@elsewhere.example`
  others.openId.setUser({ email, email_verified: true, name })
  await page.goto('/login?next=/inbox')
  await button(page, 'Google').click()
  await expect(page).toHaveURL('/welcome')
  await expect(heading(page, 'Welcome to Mendwell')).toBeVisible()
  return email
}

async function openAsAdmin(browser: Browser, others: SignInProviders) {
  const account = await others.newAccount({ role: 'admin' })
  const context = await browser.newContext({ baseURL: others.server.url })
  const page = await context.newPage()
  await page.goto('/login')
  await signIn(page, account.email, account.password)
  await expect(page).toHaveURL('/admin-dashboard')
  return { page, account }
}

async function admissionOf(page: Page, name: string) {
  await button(page, `Assign role to ${name}`).click()
  const dialog = page.getByRole('dialog', { name: 'Assign role' })
  await expect(dialog.getByLabel('Reason')).toBeVisible()
  return dialog
}

// @covers sign-in.newcomer-role
test('a newcomer waits for a role, gets one, and continues without a reload', async ({
  page,
  browser,
  providers,
}) => {
  test.slow()
  const email = await signInAsNewUser(page, providers, 'Nora Quist')
  await test.step('each page that needs a role says what to wait for', async () => {
    await expect(
      page.getByText('Once an admin gives it one, this page opens your dashboard'),
    ).toBeVisible()
    await expect(page.getByText("and we'll email you")).toBeVisible()
    await expect(page.getByText(`You're logged in as ${email}`)).toBeVisible()
    await expectAccessible(page)
    for (const path of ['/admin/users', '/facility-dashboard', '/edit-profile']) {
      await page.goto(path)
      await expect(heading(page, 'Access Denied')).toBeVisible()
      await expect(page.getByText('Your account has no role yet.')).toBeVisible()
    }
    await expectAccessible(page)
    await page.getByRole('link', { name: 'See next steps' }).click()
    await expect(page).toHaveURL('/welcome')
    await expect(heading(page, 'Welcome to Mendwell')).toBeVisible()
  })
  const { page: dashboard } = await openAsAdmin(browser, providers)
  const openItems = dashboard.getByRole('region', { name: 'Waiting for you' })
  const card = openItems.getByRole('listitem').filter({ hasText: email })
  await expect(card).toContainText('Nora Quist')
  await card.getByRole('link', { name: /^See sign-up/ }).click()
  await expect(heading(dashboard, 'New sign-ups')).toBeVisible()
  await expect(rowOf(dashboard, email)).toContainText('Nora Quist')
  await expectAccessible(dashboard)
  const dialog = await admissionOf(dashboard, 'Nora Quist')
  await expect(dialog.getByRole('combobox').getByRole('option')).toHaveText([
    'Choose a role',
    'Contractor',
    'Consultant',
    'Facility',
  ])
  await expect(dialog.getByLabel('Full name')).toHaveValue('Nora Quist')
  await dialog.getByRole('button', { name: 'Assign role' }).click()
  for (const words of ['Choose a role.', 'Enter a company.'])
    await expect(dialog.getByText(words).first()).toBeVisible()
  await dialog.getByRole('combobox').selectOption('Facility')
  await dialog.getByLabel('Company').fill('Quist Halls')
  await dialog.getByLabel('Reason').fill('She called')
  await expectAccessible(dashboard)
  await dialog.getByRole('button', { name: 'Assign role' }).click()
  await expect(toastOn(dashboard, 'Role assigned.')).toBeVisible()
  await expect(rowOf(dashboard, email)).toHaveCount(0)
  await expect(page).toHaveURL('/facility-dashboard')
  await expect(page.getByText('Quist Halls').first()).toBeVisible()
  await button(page, 'Notices 1 new').click()
  await expect(page.getByRole('link', { name: 'Your account has a role now' })).toBeVisible()
  await dashboard.goto('/admin/audit')
  await expect(rowOf(dashboard, 'Assigned a first role')).toContainText('Quist Halls')
  await expect(rowOf(dashboard, 'Assigned a first role')).toContainText('She called')
  await dashboard.goto(`/admin/users?search=${email}`)
  await expect(rowOf(dashboard, email)).toContainText('Facility')
})

// @covers sign-in.newcomer-rejected
test('a rejected newcomer is signed out, and can be admitted again from the list', async ({
  page,
  browser,
  providers,
}) => {
  const { page: dashboard } = await openAsAdmin(browser, providers)
  const email = await signInAsNewUser(page, providers, 'Mallory Vane')
  await button(dashboard, 'Notices 1 new').click()
  await dashboard.getByRole('link', { name: 'New sign-ups are waiting for a role' }).click()
  await expect(heading(dashboard, 'New sign-ups')).toBeVisible()
  await expect(button(dashboard, 'Notices')).toBeVisible()
  await dashboard.goto('/admin/users')
  await dashboard.getByRole('link', { name: 'New sign-ups' }).first().click()
  const dialog = await openUserAction(dashboard, 'Mallory Vane', 'Suspend')
  await dialog.getByLabel('Until an admin lifts it').check()
  await dialog.getByLabel('Reason').fill('Not one of ours')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(rowOf(dashboard, email)).toContainText('Suspended')
  await expect(rowOf(dashboard, email)).toContainText('Lift the suspension first.')
  await expect(button(dashboard, 'Assign role to Mallory Vane')).toHaveCount(0)
  await page.goto('/login')
  await button(page, 'Google').click()
  await expect(page.getByRole('alert')).toHaveText(/^This account is suspended/)
  await dashboard.getByLabel('Status', { exact: true }).selectOption('Waiting')
  await expect(rowOf(dashboard, email)).toHaveCount(0)
  await dashboard.getByLabel('Status', { exact: true }).selectOption('Suspended')
  const lifting = await openUserAction(dashboard, 'Mallory Vane', 'Lift suspension')
  await lifting.getByLabel('Reason').fill('Mistaken')
  await lifting.getByRole('button', { name: 'Lift suspension' }).click()
  await expect(toastOn(dashboard, 'Suspension lifted.')).toBeVisible()
  await dashboard.getByLabel('Status', { exact: true }).selectOption('Waiting')
  await expect(button(dashboard, 'Assign role to Mallory Vane')).toBeVisible()
  await page.goto('/login')
  await button(page, 'Google').click()
  await expect(page).toHaveURL('/welcome')
  await button(page, 'Log out').click()
  await expect(page).toHaveURL('/marketing')
  await dashboard.goto('/admin/audit')
  await expect(rowOf(dashboard, 'Not one of ours')).toContainText(email)
})
