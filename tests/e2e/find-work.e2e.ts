import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { newPerson, openAs, postJob } from './support/market.ts'
import { expect, test } from './support/test.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Available jobs' }).locator('> li')

test('a contractor finds work on the map, and bids on it @gate', async ({ page }) => {
  const facility = await newPerson('facility', 'Dana Whitfield')
  const word = crypto.randomUUID().slice(0, 8)
  for (const [title, location] of [
    [`Reseal the dock ${word}`, 'Boulder, CO 80302'],
    [`Reseal the ramp ${word}`, 'Durango'],
    [`Reseal the stairs ${word}`, 'The north building'],
  ] as const) {
    await postJob(facility, { title, location, budget: 1250 })
  }
  const contractor = await newPerson('contractor', 'Ruth Ellison')
  await contractor.client
    .from('profiles')
    .update({ location: 'Denver' })
    .eq('id', contractor.id)
    .throwOnError()
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, contractor, `/contractor/jobs?search=${word}`)
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).filter({ hasText: 'dock' })).toContainText('Boulder · about 24 mi')
  await page.getByLabel('Distance').selectOption('Within 50 mi')
  await expect(rows(page)).toHaveCount(1)
  const pin = page.getByRole('button', { name: 'Boulder: $1,250' })
  await rows(page).hover()
  await expect(pin).toHaveAttribute('data-on')
  await page.getByRole('button', { name: '1 more job with an unknown location' }).click()
  await expect(rows(page)).toContainText('Reseal the stairs')
  await page.goBack()
  await expect(rows(page)).toContainText('Reseal the dock')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: /^Place Bid/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Place Bid' })
  await dialog.getByLabel('Amount').fill('1100')
  await dialog.getByRole('button', { name: 'Place Bid' }).click()
  await expect(rows(page)).toContainText('You bid $1,100')
  await expect(page.getByRole('button', { name: 'Boulder: You bid $1,100' })).toBeVisible()
})
