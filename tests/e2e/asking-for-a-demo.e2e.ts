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
test('missing fields are reported, the first one gets the focus, and the screen stays accessible', async ({
  page,
}) => {
  await page.goto(form)
  await submit(page)
  await expect(page.getByText('Enter your name.')).toBeVisible()
  await expect(page.getByText('Tell us what you have in mind.')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await expectAccessible(page)
})

// @covers 2.demo.back
test('"Back" goes one step back, or home if the visit began here', async ({ page }) => {
  await page.goto('/login')
  await page.goto(form)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/login')
})
