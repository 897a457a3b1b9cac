import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'

const opener = (page: Page) => page.getByRole('button', { name: 'Assistant', exact: true })
const boxOn = (page: Page) => page.getByRole('dialog', { name: 'Assistant' })
const logOn = (page: Page) => boxOn(page).getByRole('log')
const fieldOn = (page: Page) => boxOn(page).getByRole('textbox', { name: 'Question' })

async function ask(page: Page, question: string) {
  await fieldOn(page).fill(question)
  await fieldOn(page).press('Enter')
}

async function openAssistant(page: Page) {
  await page.goto('/admin-dashboard')
  await opener(page).press('Enter')
  await expect(fieldOn(page)).toBeFocused()
}

test('a figure comes with the understood filter and a link to its days @gate', async ({
  signInAs,
}) => {
  const page = await signInAs('admin')
  await openAssistant(page)
  await ask(page, 'How many bids were made in January 2026?')
  await expect(logOn(page).getByText(/^(?:No|\d+) bids? (?:was|were) made/)).toBeVisible()
  await expect(logOn(page).getByText(/^Understood: bids, Jan 1 to Jan 31, 2026$/)).toBeVisible()
  await expect(fieldOn(page)).toHaveValue('')
  const toBids = logOn(page).getByRole('link', { name: 'View' })
  await expect(toBids).toHaveAttribute('href', /range=custom&from=2026-01-01&to=2026-01-31$/)
  await ask(page, 'What was the revenue in January 2026?')
  const links = logOn(page).getByRole('link', { name: 'View' })
  await expect(links).toHaveCount(2)
  await links.last().click()
  await expect(page).toHaveURL(/range=custom&from=2026-01-01&to=2026-01-31$/)
  await expect(page.getByRole('region', { name: 'Jan 1 to Jan 31, 2026' })).toBeVisible()
})

test('markup and long words in a question are text', async ({ signInAs }) => {
  const page = await signInAs('admin')
  await openAssistant(page)
  await ask(page, `<b>${'W'.repeat(490)}</b>`)
  await expect(logOn(page).getByText(/^You asked: <b>W+<\/b>$/)).toBeVisible()
  const overflow = await logOn(page).evaluate((log) => log.scrollWidth - log.clientWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('the assistant is accessible in every theme and width, and the page stays usable', async ({
  signInAs,
}) => {
  const page = await signInAs('admin')
  await openAssistant(page)
  await ask(page, 'Revenue this month')
  await expect(logOn(page).getByText(/^Understood: revenue/)).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await page.setViewportSize({ width: 360, height: 740 })
  const box = await boxOn(page).boundingBox()
  expect(box?.y).toBeGreaterThan(0)
  await logOn(page).getByRole('link', { name: 'View' }).click()
  await expect(boxOn(page)).toBeHidden()
})
