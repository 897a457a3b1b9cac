import type { Page } from '@playwright/test'
import { executeSql } from './support/database.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'

/** Creates a demo request whose name contains markup and an accent. */
async function request() {
  const mark = crypto.randomUUID().slice(0, 8)
  const fields = {
    name: `<i>Véra</i> ${mark}`,
    email: `vera-${mark}@example.test`,
    company: `Halls ${mark}`,
  }
  await executeSql(
    `insert into public.demo_requests (full_name, email, company, message)
     values ($1, $2, $3, 'Eleven sites, and too many phone calls.')`,
    [fields.name, fields.email, fields.company],
  )
  return fields
}

const requestOn = (page: Page, name: string) => page.getByRole('article', { name })

test('an account is created from a request, which is then handled', async ({ signInAs }) => {
  const { name, email, company } = await request()
  const page = await signInAs('admin')
  await page.goto('/admin/demo-requests?state=waiting')
  await page.getByLabel('Search by name').fill(email)
  const article = requestOn(page, name)
  await expect(article).toContainText('Eleven sites, and too many phone calls.')
  await expect(page.getByText('1 demo request', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await article.getByRole('button', { name: 'Create account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  await expect(dialog.getByLabel('Full name')).toHaveValue(name)
  await expect(dialog.getByLabel('Company')).toHaveValue(company)
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await dialog.getByLabel('Password', { exact: true }).fill('Quiet-pine-needle-7')
  await dialog.getByLabel('Role').selectOption('facility')
  await dialog.getByRole('button', { name: 'Add User' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'User created successfully' }),
  ).toBeVisible()
  await expect(page.getByText('No demo requests found.')).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('Handled')
  await expect(article).toContainText('Handled')
  await expect(article.getByRole('button', { name: 'Create account' })).toBeHidden()
})
