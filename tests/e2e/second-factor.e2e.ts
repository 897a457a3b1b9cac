import { newAccountWithSecondFactor } from './support/accounts.ts'
import { codeFor } from './support/authenticator.ts'
import { expectAccessible } from './support/accessibility.ts'
import { signIn } from './support/people.ts'
import { beforeFile, expect, test } from './support/test.ts'

let account: Awaited<ReturnType<typeof newAccountWithSecondFactor>>

beforeFile(async () => {
  account = await newAccountWithSecondFactor()
})

test.beforeEach(async ({ page }) => {
  await page.goto('/login?next=/settings')
  await signIn(page, account.email, account.password)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
})

test('a wrong code is refused with a message, and the right one continues @gate', async ({
  page,
}) => {
  const code = page.getByLabel('Code')
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill('12')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Enter the 6-digit code or a recovery code.')).toBeVisible()
  await code.fill('000000')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^That code is incorrect or expired/)
  // Enter the next code, because adding the authenticator app used up the current code.
  await code.fill(codeFor(account.secret, 1).replace(/^(...)/, '$1 '))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings')
})

test('a recovery code works in the same field', async ({ page }) => {
  await page.getByLabel('Code').fill(account.recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/settings')
})
