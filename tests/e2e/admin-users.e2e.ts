// Tests the list of all accounts with its search and its actions.
import type { Page } from '@playwright/test'
import { auditOf, openUserAction, newAdmin, rowOf } from './support/admin.ts'
import { toastOn } from './support/facility.ts'
import { expectAccessible } from './support/accessibility.ts'
import { newPerson, openAs, type Person } from './support/market.ts'
import { expect, test } from './support/test.ts'

const address = (search: string) => `/admin/users?search=${encodeURIComponent(search)}`

const search = (page: Page) => page.getByRole('searchbox', { name: /^Search by name, email, or/ })

async function canSignIn({ client, email, password }: Person) {
  const { error } = await client.auth.signInWithPassword({ email, password })
  return !error
}

// @covers 2.route.admin-users 2.admin-lists.users-search 2.admin-lists.users-found
// @covers 2.admin-lists.users-columns
test('the list has the columns of the spec, and finds by name, email and role @gate', async ({
  page,
}) => {
  const [admin, person] = await Promise.all([newAdmin(), newPerson('contractor', 'Ödön Szabó')])
  await openAs(page, admin, '/admin/users')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin User Manager')
  await expect(search(page)).toHaveAttribute('placeholder', 'Search by name, email, or role...')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Username',
    'Email',
    'Role',
    'Company',
    'Created',
    'Last Active',
    'Actions',
  ])
  for (const section of [person.email.slice(4, 30).toUpperCase(), 'ÖDÖN SZ']) {
    await search(page).fill(section)
    await expect(rowOf(page, person.email)).toContainText('Contractor')
  }
  await search(page).fill('ConTract')
  await expect(page.getByRole('cell', { name: 'Contractor' }).first()).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Facility' })).toHaveCount(0)
  await search(page).fill('%_*')
  await expect(page.getByText('No users found.')).toBeVisible()
  await page.goto(address(person.email))
  await page.getByRole('link', { name: 'Back to Admin Dashboard' }).click()
  await expect(page).toHaveURL('/admin-dashboard')
})

test('the list meets the rules of every screen, even with a name of 200 letters', async ({
  page,
}) => {
  const [admin, person] = await Promise.all([newAdmin(), newPerson('facility', 'W'.repeat(200))])
  const banned = { user_id: person.id, until: 'infinity', reason: 'Spam' }
  await admin.client.rpc('admin_ban', banned).throwOnError()
  await openAs(page, admin, address(person.email))
  await expect(rowOf(page, person.email)).toContainText('Suspended')
  await expectAccessible(page)
})

test('sessions are ended with a reason, which is in the audit log', async ({ page }) => {
  const [admin, person] = await Promise.all([newAdmin(), newPerson('contractor', 'Luis Vega')])
  await openAs(page, admin, address(person.email))
  const dialog = await openUserAction(page, 'Luis Vega', 'End sessions')
  await dialog.getByRole('button', { name: 'End sessions' }).click()
  await expect(dialog.getByText('Enter a reason.').first()).toBeVisible()
  await dialog.getByLabel('Reason').fill('Lost <i>laptop</i>')
  await expectAccessible(page, '[role=dialog]')
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'End sessions' }).dblclick()
  await expect(toastOn(page, 'Sessions ended.')).toBeVisible()
  await expect(dialog).toBeHidden()
  const { error } = await person.client.from('jobs').select('id').limit(1)
  expect(error).not.toBeNull()
  expect(await auditOf(admin, person.id)).toEqual([
    { action: 'end_sessions', reason: 'Lost <i>laptop</i>' },
  ])
})

test('a role is changed, and shows in the list', async ({ page }) => {
  const [admin, person] = await Promise.all([newAdmin(), newPerson('contractor', 'Mia Ross')])
  await openAs(page, admin, address(person.email))
  const dialog = await openUserAction(page, 'Mia Ross', 'Change role')
  await expect(dialog.getByLabel('New role').getByRole('option')).toHaveText([
    'Choose a role',
    'Consultant',
    'Facility',
    'Admin',
  ])
  await dialog.getByLabel('Reason').fill('Runs a site now')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(dialog.getByText('Choose a role.').first()).toBeVisible()
  await dialog.getByLabel('New role').selectOption('Facility')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(toastOn(page, 'Role changed.')).toBeVisible()
  await expect(rowOf(page, person.email)).toContainText('Facility')
})

test('a ban blocks a user until it is lifted @gate', async ({ page }) => {
  const [admin, person] = await Promise.all([newAdmin(), newPerson('contractor', 'Kai Brandt')])
  await openAs(page, admin, address(person.email))
  const dialog = await openUserAction(page, 'Kai Brandt', 'Suspend')
  await dialog.getByLabel(/^Until(?! an)/).fill('2020-01-01T10:00')
  await dialog.getByLabel('Reason').fill('Paid past the platform')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'A suspension must end in the future. Choose a later time.',
  )
  await dialog.getByLabel('Until an admin lifts it').check()
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(toastOn(page, 'User suspended.')).toBeVisible()
  await expect(rowOf(page, person.email)).toContainText('Suspended')
  expect(await canSignIn(person)).toBe(false)
  await page.getByLabel('Status').selectOption('Suspended')
  const liftDialog = await openUserAction(page, 'Kai Brandt', 'Lift suspension')
  await liftDialog.getByLabel('Reason').fill('Mistaken')
  await liftDialog.getByRole('button', { name: 'Lift suspension' }).click()
  await expect(toastOn(page, 'Suspension lifted.')).toBeVisible()
  await expect(page.getByText('No users found.')).toBeVisible()
  expect(await canSignIn(person)).toBe(true)
  expect((await auditOf(admin, person.id)).map(({ reason }) => reason)).toEqual([
    'Mistaken',
    'Paid past the platform',
  ])
})

test('an admin who is demoted by another one has to sign in again', async ({ page }) => {
  const [admin, otherAdmin] = await Promise.all([newAdmin('Ann Early'), newAdmin('Bea Late')])
  await openAs(page, admin, address(otherAdmin.email))
  await expect(rowOf(page, otherAdmin.email)).toContainText('Admin')
  const demote = { role: 'contractor', reason: 'She left' }
  await otherAdmin.client.rpc('admin_set_role', { ...demote, user_id: admin.id }).throwOnError()
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  const { status } = await admin.client.rpc('admin_set_role', { ...demote, user_id: otherAdmin.id })
  expect(status).toBe(401)
  const { data } = await otherAdmin.client
    .from('admin_user_list')
    .select('role')
    .eq('id', otherAdmin.id)
  expect(data).toEqual([{ role: 'admin' }])
})
