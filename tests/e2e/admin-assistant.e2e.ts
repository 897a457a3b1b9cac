import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'

const callTo = '**/functions/v1/assistant'
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

test('a figure comes with the understood filter and a link to its days @gate', async ({ as }) => {
  const page = await as('admin')
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

// @covers 2.admin-dashboard.assistant-replies
test('an unknown question gets a fixed reply without a link', async ({ as }) => {
  const page = await as('admin')
  await openAssistant(page)
  await ask(page, 'What is the weather?')
  await expect(logOn(page).getByText('Looking it up...')).toBeVisible()
  await expect(
    logOn(page).getByText(/^I can tell|^I didn’t|^I can’t|^I only know|^I don’t/),
  ).toBeVisible()
  await expect(logOn(page).getByRole('link')).toHaveCount(0)
  await expect(logOn(page).getByText(/^Understood/)).toHaveCount(0)
})

// @covers 2.admin-dashboard.assistant-box
test('Escape closes it, and the conversation lasts as long as the page', async ({ as }) => {
  const page = await as('admin')
  await openAssistant(page)
  await boxOn(page).getByRole('button', { name: 'Open jobs' }).click()
  await expect(logOn(page).getByText(/ open now\.$/)).toBeVisible()
  await fieldOn(page).press('Escape')
  await expect(boxOn(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
  await opener(page).click()
  await logOn(page).getByRole('link', { name: 'View' }).click()
  await expect(page).toHaveURL('/admin/jobs?state=open')
  await page.goBack()
  await opener(page).click()
  await expect(logOn(page).getByText('You asked: Open jobs')).toBeVisible()
  await page.reload()
  await opener(page).click()
  await expect(logOn(page).getByText('You asked')).toHaveCount(0)
  await expect(logOn(page).getByRole('button', { name: 'Open jobs' })).toBeVisible()
})

test('a failed question keeps its text, and can be sent again', async ({ as, complaints }) => {
  const page = await as('admin')
  await openAssistant(page)
  await page.route(callTo, (route) => route.abort())
  await ask(page, 'Users by role')
  await expect(logOn(page).getByText(/^Can't reach Mendwell/)).toBeVisible()
  await expect(logOn(page).getByText('Users by role')).toBeVisible()
  await page.unroute(callTo)
  await logOn(page).getByRole('button', { name: 'Retry' }).click()
  await expect(logOn(page).getByText(/\d contractors/)).toBeVisible()
  await expect(logOn(page).getByRole('button', { name: 'Retry' })).toHaveCount(0)
  complaints.splice(0)
})

test('text that is typed before the reply stays, and is not sent twice', async ({ as }) => {
  const page = await as('admin')
  await openAssistant(page)
  const { promise, resolve } = Promise.withResolvers<void>()
  let calls = 0
  await page.route(callTo, async (route) => {
    calls += 1
    await promise
    await route.continue()
  })
  await ask(page, 'Open jobs')
  await ask(page, 'Pending bids')
  await expect(fieldOn(page)).toHaveValue('Pending bids')
  expect(calls).toBe(1)
  resolve()
  await expect(logOn(page).getByText('Looking it up...')).toBeHidden()
  await fieldOn(page).press('Enter')
  await expect(fieldOn(page)).toHaveValue('')
  await expect(logOn(page).getByText(/ pending now\.$/)).toBeVisible()
})

test('markup and long words in a question are text', async ({ as }) => {
  const page = await as('admin')
  await openAssistant(page)
  await ask(page, `<b>${'W'.repeat(490)}</b>`)
  await expect(logOn(page).getByText(/^You asked: <b>W+<\/b>$/)).toBeVisible()
  const overflow = await logOn(page).evaluate((log) => log.scrollWidth - log.clientWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('it is accessible in every theme and width, and the page next to it stays usable', async ({
  as,
}) => {
  const page = await as('admin')
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
