import type { Page } from '@playwright/test'
import { auth, fetchAnonKey, url } from './support/accounts.ts'
import { createClient } from '@supabase/supabase-js'
import { dialogOn, toastOn } from './support/facility.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'

type Dialog = ReturnType<typeof dialogOn>

const secret = 'Quiet-pine-needle-7'
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

// @covers 2.admin-dashboard.add-user 8.add-user.created
test('an added user has an account at once @gate', async ({ signInAs }) => {
  const dialog = await openAddUser(await signInAs('admin'))
  const labels = await dialog.locator('label').allTextContents()
  expect(labels.map((label) => label.replace(' *', ''))).toEqual([
    'Full name',
    'Company',
    'Email',
    'Password',
    'Role',
    'Send an invitation instead',
  ])
  const email = newAddress()
  await fill(dialog, email)
  await send(dialog).click()
  await expect(toastOn(dialog.page(), 'User created successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  const client = createClient(url, await fetchAnonKey(), { auth })
  const { data, error } = await client.auth.signInWithPassword({ email, password: secret })
  expect(error).toBeNull()
  expect(data.user?.app_metadata).toMatchObject({ role: 'contractor' })
})

test('the dialog is accessible in every theme and width, and Escape closes it', async ({
  signInAs,
}) => {
  const page = await signInAs('admin')
  const dialog = await openAddUser(page)
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add User' })).toBeFocused()
})
