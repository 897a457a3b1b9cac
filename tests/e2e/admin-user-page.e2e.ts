// Tests the page of a user for admins, from the list to an action and to its address.
import { expectAccessible } from './support/accessibility.ts'
import { newAdmin, rowOf } from './support/admin.ts'
import { newPerson, openAs } from './support/market.ts'
import { expect, test } from './support/test.ts'

test('an admin opens a user from the list, suspends them, and sends the address to a colleague @gate', async ({
  page,
  browser,
}) => {
  const [admin, colleague, person] = await Promise.all([
    newAdmin(),
    newAdmin(),
    newPerson('contractor', 'Ödön Szabó'),
  ])
  await openAs(page, admin, `/admin/users?search=${encodeURIComponent(person.email)}`)
  await rowOf(page, person.email).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ödön Szabó')
  await expect(page.getByRole('list', { name: 'Today' })).toContainText('Joined Mendwell')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Security' }).click()
  await expect(page.getByText('Can log in')).toBeVisible()
  await page.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspend' })
  await dialog.getByLabel('Reason').fill('Asked for cash')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByRole('button', { name: 'Lift suspension' })).toBeVisible()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('row', { name: /Suspended a user/ })).toContainText('Asked for cash')
  const otherPage = await (await browser.newContext()).newPage()
  await openAs(otherPage, colleague, page.url())
  const entry = otherPage.getByRole('row', { name: /Suspended a user/ })
  await expect(entry).toContainText('Asked for cash')
})

test('on a phone, the page fits and meets the rules of every screen', async ({ page }) => {
  const [admin, person] = await Promise.all([newAdmin(), newPerson('facility', 'W'.repeat(200))])
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, admin, `/admin/users/${person.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Jobs posted')).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(390)
  await expectAccessible(page)
})
