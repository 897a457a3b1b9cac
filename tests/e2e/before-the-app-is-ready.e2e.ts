// Tests forms that are visible while their scripts are still loading.
import type { Page } from '@playwright/test'
import { people, password } from './support/people.ts'
import { expect, test } from './support/test.ts'

/** Delays every script until the returned function is called. */
async function withoutScripts(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('early input is kept, and an early press takes effect when the app is ready @gate', async ({
  page,
}) => {
  const releaseScripts = await withoutScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(people.contractor.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Password')).toHaveValue(password)
  releaseScripts()
  await expect(page).toHaveURL(people.contractor.landing)
})

test('without scripts at all, nothing typed gets into the address', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/login`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForLoadState()
  expect(page.url()).not.toContain(password)
  await context.close()
})
