import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'

const form = '/request-intake-form'

async function fill(page: Page, more: Partial<Record<string, string>> = {}) {
  const values = {
    'Full Name': 'Ada Byron',
    'Email Address': 'ada@example.test',
    'Company / Organization': 'Engines',
    'Message / Goals': 'Show me how bids look.',
    ...more,
  }
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label).fill(value ?? '')
}

const submit = (page: Page) => page.getByRole('button', { name: 'Submit Request' }).click()

// @covers 2.route.demo 2.demo.submit
test('the form is answered with "Thank you" @gate', async ({ page }) => {
  await page.goto(form)
  await expect(page).toHaveTitle('Request a Demo · Mendwell')
  await expect(page.getByRole('heading', { name: 'Request a Demo' })).toBeVisible()
  await fill(page)
  await submit(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectAccessible(page)
})

// @covers 5.demo.fields
test('missing fields are reported, the first one gets the focus, and the screen stays accessible @gate', async ({
  page,
}) => {
  await page.goto(form)
  await submit(page)
  await expect(page.getByText('Enter your name.')).toBeVisible()
  await expect(page.getByText('Tell us what you have in mind.')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await expectAccessible(page)
})

test('a text that is too long is reported with its limit', async ({ page }) => {
  await page.goto(form)
  await fill(page, { 'Message / Goals': 'x'.repeat(10_000) })
  await submit(page)
  await expect(page.getByText('Use at most 5,000 characters.')).toBeVisible()
  await expect(page.getByLabel('Message / Goals')).toHaveValue('x'.repeat(10_000))
})

test('markup is text', async ({ page }) => {
  await page.goto(form)
  await fill(page, {
    'Full Name': '<img src=x onerror=alert(1)>',
    'Email Address': "o'b@example.test",
  })
  await submit(page)
  await expect(page.getByText("o'b@example.test")).toBeVisible()
})

test('a refusal keeps the input, and the next attempt works', async ({ page, complaints }) => {
  await page.goto(form)
  await page.route('**/rest/v1/rpc/**', (route) => route.abort())
  await fill(page)
  await submit(page)
  await expect(page.getByRole('alert')).toHaveText(/Can't reach/)
  await expect(page.getByLabel('Full Name')).toHaveValue('Ada Byron')
  await page.unroute('**/rest/v1/rpc/**')
  await submit(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  complaints.splice(0)
})

test('two quick presses send one request', async ({ page }) => {
  let calls = 0
  await page.route('**/rest/v1/rpc/submit_demo_request', async (route) => {
    calls += 1
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.goto(form)
  await fill(page)
  await page.getByRole('button', { name: 'Submit Request' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(calls).toBe(1)
})

// @covers 2.demo.back
test('"Back" goes one step back, or home if the visit began here', async ({ page }) => {
  await page.goto('/login')
  await page.goto(form)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/login')
})
