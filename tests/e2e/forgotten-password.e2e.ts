import type { Page } from '@playwright/test'
import { newAccount, newUserWithoutRole, newAccountWithSecondFactor } from './support/accounts.ts'
import { newAdmin } from './support/admin.ts'
import { expectAccessible } from './support/accessibility.ts'
import { newestMailTo } from './support/mails.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

const newPassword = 'Brook-over-stone-42'

/** Requests a link through the screens, and returns the path in the email. */
async function linkFor(page: Page, email: string) {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const link = () =>
    newestMailTo(email).then((text) => /\/reset-password\?\S+recovery/.exec(text)?.[0] ?? '')
  await expect.poll(link).toBeTruthy()
  return link()
}

async function choose(page: Page, password: string, again = password) {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(again)
  await page.getByRole('button', { name: 'Save password' }).click()
}

test('a forgotten password is replaced through a link in an email @gate', async ({ page }) => {
  const { email } = await newAccount()
  const link = await linkFor(page, email)
  await page.goto(link)
  await expectAccessible(page)
  await choose(page, newPassword, 'something else')
  await expect(page.getByText("The passwords don't match.")).toBeVisible()
  await choose(page, 'short')
  await expect(page.getByRole('alert')).toHaveText('Password should be at least 8 characters.')
  await choose(page, newPassword)
  await expect(page).toHaveURL('/contractor-dashboard')
  await expect(page.getByText('Your password is saved.')).toBeVisible()
  await test.step('the link does not work twice, and a new one can be requested', async () => {
    await page.goto(link)
    await choose(page, 'Another-good-one-8')
    await expect(page.getByRole('heading', { name: "This link doesn't work" })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Send me a new link' }).click()
    await expect(page).toHaveURL('/forgot-password')
  })
})

test('opening the link does not use it up', async ({ page, request }) => {
  const { email } = await newAccount()
  const link = await linkFor(page, email)
  for (let openedPages = 0; openedPages < 3; openedPages += 1)
    expect((await request.get(link)).status()).toBe(200)
  await page.goto(link)
  await page.reload()
  await choose(page, newPassword)
  await expect(page).toHaveURL('/contractor-dashboard')
})

test('a second factor is required before the new password is saved', async ({ page }) => {
  const { email, recoveryCodes } = await newAccountWithSecondFactor()
  await page.goto(await linkFor(page, email))
  await choose(page, newPassword)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await page.getByLabel('Code').fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await choose(page, newPassword)
  await expect(page.getByText('Your password is saved.')).toBeVisible()
})

test('an unknown address gets the same response', async ({ page }) => {
  await page.goto('/forgot-password')
  await expectAccessible(page)
  await page.getByLabel('Email').fill('nobody@example.test')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('If nobody@example.test belongs to an account')).toBeVisible()
  await expectAccessible(page)
})

for (const path of [
  '/reset-password',
  '/reset-password?type=recovery',
  '/reset-password?token_hash=x',
]) {
  test(`${path} without its link shows a message`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: "This link doesn't work" })).toBeVisible()
  })
}

test('an invented link is refused when the button is pressed', async ({ page }) => {
  await page.goto('/login?token_hash=made-up&type=magiclink')
  await expect(page.getByRole('heading', { name: 'Log in with your link' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toHaveText('This link has expired or was already used.')
  await page.getByRole('link', { name: 'Log in to get a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Login to Mendwell' })).toBeVisible()
})

test('the new password works at the next sign-in, and the old one does not', async ({ page }) => {
  const { email, password } = await newAccount()
  await page.goto(await linkFor(page, email))
  await choose(page, newPassword)
  await expect(page).toHaveURL('/contractor-dashboard')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await signIn(page, email, password)
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
  await signIn(page, email, newPassword)
  await expect(page).toHaveURL('/contractor-dashboard')
})

// @covers sign-in.newcomer-password
test('a user without a role is told when the new password becomes useful', async ({ page }) => {
  const { email } = await newUserWithoutRole()
  await page.goto(await linkFor(page, email))
  await choose(page, newPassword)
  await expect(page.getByRole('heading', { name: 'Your password is saved' })).toBeVisible()
  await expect(
    page.getByText('Your account has no role yet. You can log in with your new password once'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.goto('/inbox')
  await expect(page).toHaveURL('/login?next=%2Finbox')
  await signIn(page, email, newPassword)
  await expect(page.getByRole('alert')).toHaveText('No profile found')
  const { client } = await newAdmin()
  const profile = await client.from('admin_newcomers').select('id').eq('email', email).single()
  const admission = { role: 'contractor', full_name: 'Nora', company_name: 'N', reason: 'Called' }
  await client.rpc('admin_admit', { ...admission, user_id: profile.data?.id ?? '' }).throwOnError()
  await page.goto('/login')
  await signIn(page, email, newPassword)
  await expect(page).toHaveURL('/contractor-dashboard')
})
