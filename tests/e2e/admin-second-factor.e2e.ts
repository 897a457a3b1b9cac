import { codeFor } from './support/authenticator.ts'
import { expectAccessible } from './support/accessibility.ts'
import { test } from './support/sign-in-providers.ts'
import { signIn } from './support/people.ts'
import { expect } from './support/test.ts'

// @covers screens.guard.second-factor
test(
  'an admin without a second factor has to add one, and returns to a working page',
  { tag: '@gate' },
  async ({ page, providers }) => {
    const account = await providers.newAccount({ role: 'admin' })
    await page.goto('/login')
    await signIn(page, account.email, account.password)
    await expect(page).toHaveURL('/admin-dashboard')
    await expect(page.getByText('Admins need two-factor authentication.')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expectAccessible(page)

    await page.goto('/admin/users')
    await page.getByRole('link', { name: 'Set up two-factor authentication' }).click()
    await expect(page).toHaveURL('/settings?tab=security')
    await page.getByRole('button', { name: 'Add an authenticator app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    await dialog.getByLabel('Code').fill(codeFor(secret))
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.goBack()
    await expect(page).toHaveURL('/admin/users')
    await expect(page.getByRole('cell', { name: account.email })).toBeVisible()
  },
)
