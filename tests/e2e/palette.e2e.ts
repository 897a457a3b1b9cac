import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'

test('the keyboard finds a consultant, whose page is then a recent one @gate', async ({
  signInAs,
}) => {
  const page = await signInAs('facility')
  await page.goto('/facility-dashboard')
  const button = page.getByRole('button', { name: 'Search or jump to' })
  await button.focus()
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('combobox', { name: 'Search or jump to' })
  await expect(field).toBeFocused()
  await page.keyboard.type('oka')
  const row = page.getByRole('option', { name: /Okafor/ })
  await expect(row.first()).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('oka')
  await expect(row.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/profile\?id=/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Recent' })).toContainText('Okafor')
})

test('on a phone the header has the search and the account', async ({ signInAs }) => {
  const page = await signInAs('facility')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/facility-dashboard')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('settings')
  await page.getByRole('option', { name: 'Settings', exact: true }).click()
  await expect(page).toHaveURL('/settings')
})
