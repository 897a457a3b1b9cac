import type { Page } from '@playwright/test'
import { auth, anonKey, url } from './support/accounts.ts'
import { createClient } from '@supabase/supabase-js'
import { onDatabase } from './support/database.ts'
import { dialogOn, toastOn } from './support/facility.ts'
import { expectAccessible } from './support/accessibility.ts'
import { loseNextAnswer } from './support/lost-answer.ts'
import { expect, test } from './support/test.ts'

type Dialog = ReturnType<typeof dialogOn>

const secret = 'Quiet-pine-needle-7'
const callTo = '**/functions/v1/create-user'
const newAddress = () => `${crypto.randomUUID()}@example.test`

async function openAddUser(page: Page) {
  await page.goto('/admin-dashboard')
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = dialogOn(page, 'Add User')
  await expect(dialog.getByLabel('Full name')).toBeFocused()
  return dialog
}

async function fill(dialog: Dialog, email: string, password = secret) {
  await dialog.getByLabel('Full name').fill('Ruth Ellison')
  await dialog.getByLabel('Company').fill('Ellison Roofing')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByLabel('Role').selectOption('Contractor')
}

const send = (dialog: Dialog) => dialog.getByRole('button', { name: 'Add User' })

const accountsOf = (email: string) =>
  onDatabase(async (database) => {
    const { rowCount } = await database.query('select from auth.users where email = $1', [email])
    return rowCount
  })

// @covers 2.admin-dashboard.add-user 8.add-user.created
test('an added user has an account at once @gate', async ({ as }) => {
  const dialog = await openAddUser(await as('admin'))
  const labels = await dialog.locator('label').allTextContents()
  expect(labels.map((label) => label.replace(' *', ''))).toEqual([
    'Full name',
    'Company',
    'Email',
    'Password',
    'Role',
  ])
  const email = newAddress()
  await fill(dialog, email)
  await send(dialog).click()
  await expect(toastOn(dialog.page(), 'User created successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  const client = createClient(url, await anonKey(), { auth })
  const { data, error } = await client.auth.signInWithPassword({ email, password: secret })
  expect(error).toBeNull()
  expect(data.user?.app_metadata).toMatchObject({ role: 'contractor' })
})

// @covers 8.add-user.local-errors 5.add-user.required
test('missing or invalid values are reported at their fields @gate', async ({ as }) => {
  const dialog = await openAddUser(await as('admin'))
  await send(dialog).click()
  for (const words of [
    'Enter a name.',
    'Enter a company.',
    'Enter an email address.',
    'Choose a password.',
    'Choose a role.',
  ]) {
    await expect(dialog.getByText(words).first()).toBeVisible()
  }
  await fill(dialog, 'admin@mendwell.test', 'short')
  await send(dialog).click()
  await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription(/at least 8 characters/)
  await dialog.getByLabel('Password').fill(secret)
  await send(dialog).click()
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(/already been registered/)
  await expect(dialog.getByLabel('Full name')).toHaveValue('Ruth Ellison')
})

test('typed text is restored, except for the password', async ({ as }) => {
  const page = await as('admin')
  const email = newAddress()
  const dialog = await openAddUser(page)
  await fill(dialog, email)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.reload()
  await openAddUser(page)
  await expect(dialog.getByText('Draft restored.')).toBeVisible()
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await expect(dialog.getByLabel('Role')).toHaveValue('contractor')
  await expect(dialog.getByLabel('Password')).toHaveValue('')
  const kept = await page.evaluate(() =>
    [sessionStorage, localStorage].map((storage) => JSON.stringify(storage)).join(),
  )
  expect(kept).toContain(email)
  expect(kept).not.toContain(secret)
})

for (const [status, message] of [
  [401, 'Not authenticated'],
  [403, 'User not allowed'],
  [502, 'Unable to verify admin role'],
] as const) {
  // @covers 8.add-user.server-message
  test(`"${message}" is shown as the server sends it`, async ({ as, complaints }) => {
    const page = await as('admin')
    const dialog = await openAddUser(page)
    await page.route(callTo, (route) => route.fulfill({ status, json: { message } }))
    await fill(dialog, newAddress())
    await send(dialog).click()
    await expect(dialog.getByRole('alert').getByText(message, { exact: true })).toBeVisible()
    await expect(dialog.getByLabel('Password')).toHaveValue(secret)
    complaints.splice(0)
  })
}

// @covers 8.add-user.unexpected
test('a response without a user is an unexpected error', async ({ as }) => {
  const page = await as('admin')
  const dialog = await openAddUser(page)
  await page.route(callTo, (route) => route.fulfill({ status: 200, json: {} }))
  await fill(dialog, newAddress())
  await send(dialog).click()
  await expect(dialog.getByText('Unexpected response')).toBeVisible()
})

test('a double click creates one account, and a lost response is recovered', async ({
  as,
  complaints,
}) => {
  const page = await as('admin')
  const dialog = await openAddUser(page)
  const email = newAddress()
  await loseNextAnswer(page, callTo)
  await fill(dialog, email)
  await send(dialog).dblclick()
  await expect(dialog.getByText(/^Can't reach Mendwell/)).toBeVisible()
  await send(dialog).click()
  await expect(toastOn(page, 'User created successfully')).toBeVisible()
  expect(await accountsOf(email)).toBe(1)
  complaints.splice(0)
})

test('the dialog is accessible in every theme and width, and Escape closes it', async ({ as }) => {
  const page = await as('admin')
  const dialog = await openAddUser(page)
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add User' })).toBeFocused()
})
