import type { Page } from '@playwright/test'
import { newAdmin, rowOf } from './support/admin.ts'
import { expectAccessible } from './support/accessibility.ts'
import { newPerson, uniqueTitle } from './support/market.ts'
import { expect, test } from './support/test.ts'

const search = (page: Page) => page.getByLabel('Search by name or reason')

/** Makes an admin change a user's role and end the user's sessions, with unique reasons. */
async function actions() {
  const [ruth, admin] = await Promise.all([newPerson('contractor', 'Ruth Ellison'), newAdmin()])
  const reason = uniqueTitle('Asked for it')
  const role = { user_id: ruth.id, role: 'consultant', reason }
  await admin.client.rpc('admin_set_role', role).throwOnError()
  const end = { user_id: ruth.id, reason: `=${reason}` }
  await admin.client.rpc('admin_end_sessions', end).throwOnError()
  return { ruth, reason }
}

test('an admin reads who did what to whom and why', async ({ signInAs }) => {
  const { ruth, reason } = await actions()
  const page = await signInAs('admin')
  await page.goto('/admin/audit')
  await search(page).fill(reason.toUpperCase())
  await expect(page.getByText('2 entries', { exact: true })).toBeVisible()
  const row = rowOf(page, 'Changed a role')
  for (const texts of ['Joanna Reyes', ruth.name, reason]) await expect(row).toContainText(texts)
  await expect(row).toContainText('From contractor to consultant')
  await expectAccessible(page)
})
