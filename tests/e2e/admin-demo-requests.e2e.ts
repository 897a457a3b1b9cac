import type { Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { anonKey, auth, url } from './support/accounts.ts'
import { inDatabase } from './support/database.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'

/** The request that marks one as handled. */
const marking = '**/demo_requests?id=eq.*'

/** A demo request with every character that a name can contain. */
async function request() {
  const mark = crypto.randomUUID().slice(0, 8)
  const asked = {
    name: `<i>Véra</i> ${mark}`,
    email: `vera-${mark}@example.test`,
    company: `Halls ${mark}`,
  }
  await inDatabase(
    `insert into public.demo_requests (full_name, email, company, message)
     values ($1, $2, $3, 'Eleven sites, and too many phone calls.')`,
    [asked.name, asked.email, asked.company],
  )
  return asked
}

const requestOn = (page: Page, name: string) => page.getByRole('article', { name })

test('an account is created from a request, which is then handled @gate', async ({ as }) => {
  const { name, email, company } = await request()
  const page = await as('admin')
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

test('the text of a request does not appear in the email that answers it', async ({ as }) => {
  const mark = crypto.randomUUID().slice(0, 8)
  const email = `vera-${mark}@example.test?bcc=rival%40example.test`
  const visitor = createClient(url, await anonKey(), { auth })
  const asked = { full_name: 'Véra', email, company: 'Halls', message: 'Hello' }
  await visitor.rpc('submit_demo_request', asked).throwOnError()
  const page = await as('admin')
  await page.goto(`/admin/demo-requests?q=vera-${mark}`)
  await expect(page.getByRole('link', { name: email })).toHaveAttribute(
    'href',
    `mailto:vera-${mark}@example.test%3Fbcc%3Drival%2540example.test`,
  )
})

test('a request is marked as handled and as waiting, and both are logged', async ({ as }) => {
  const { name, email } = await request()
  const page = await as('admin')
  await page.goto(`/admin/demo-requests?q=${email}`)
  const article = requestOn(page, name)
  await article.getByRole('button', { name: 'Mark as handled' }).click()
  await article.getByRole('button', { name: 'Mark as waiting' }).click()
  await expect(article.getByRole('button', { name: 'Create account' })).toBeVisible()
  await page.goto(`/admin/audit?q=${encodeURIComponent(name)}`)
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('row').nth(1)).toContainText('As waiting')
  await expect(page.getByRole('row').nth(2)).toContainText('As handled')
})

test('several requests can be marked without waiting for responses', async ({ as }) => {
  const asked = [await request(), await request()]
  const page = await as('admin')
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(marking, async (route) => {
    await promise
    await route.fallback()
  })
  await page.goto('/admin/demo-requests')
  for (const { name } of asked)
    await requestOn(page, name).getByRole('button', { name: 'Mark as handled' }).click()
  resolve()
  for (const { name } of asked) await expect(requestOn(page, name)).toContainText('Handled')
})

test('a request that could not be marked shows the error in its place', async ({
  as,
  complaints,
}) => {
  const [one, other] = [await request(), await request()]
  const page = await as('admin')
  await page.route(marking, (route) => route.abort('internetdisconnected'))
  await page.goto('/admin/demo-requests')
  const mark = requestOn(page, one.name).getByRole('button', { name: 'Mark as handled' })
  await mark.click()
  const failure = requestOn(page, one.name).getByRole('alert')
  await expect(failure).toContainText("The request couldn’t be updated. Can't reach Mendwell.")
  await expect(requestOn(page, other.name).getByRole('alert')).toHaveCount(0)
  await page.unroute(marking)
  await mark.click()
  await expect(requestOn(page, one.name)).toContainText('Handled')
  await expect(failure).toHaveCount(0)
  complaints.splice(0)
})
