import { expect, test } from '@playwright/test'
import { people, signIn } from './support/people.ts'
import { ownProduct } from './support/own-product.ts'

test('the server stops mid-way and comes back: nothing is lost or done twice, the lists catch up', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const product = await ownProduct()
  await product.start()
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  await page.goto('/login')
  await signIn(page, people.contractor.email)
  const jobs = page.getByRole('region', { name: 'Available Jobs' })
  const bids = page.getByRole('region', { name: 'Your Bids' })
  await jobs
    .getByRole('button', { name: /^Place Bid/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Place Bid' })
  await dialog.getByLabel('Amount').fill('1,234.50')
  await expect(bids.getByRole('button', { name: /^All 18/ })).toBeVisible()

  await product.kill()
  await dialog.getByRole('button', { name: 'Place Bid' }).click()
  await expect(dialog.getByText(/^Error placing bid. Please try again. /)).toBeVisible()
  await expect(dialog.getByLabel('Amount')).toHaveValue('1,234.50')
  await expect(page.getByText('Reconnecting…')).toBeVisible({ timeout: 15_000 })
  await expect(bids.getByRole('listitem').first()).toBeVisible()

  await product.start()
  await dialog.getByRole('button', { name: 'Place Bid' }).dblclick()
  await expect(dialog).toBeHidden()
  await expect(bids.getByRole('button', { name: /^All 19/ })).toBeVisible()
  await expect(bids.getByRole('listitem').filter({ hasText: '$1,234.50' })).toHaveCount(1)
  await expect(page.getByText('Reconnecting…')).toBeHidden({ timeout: 60_000 })
  await context.close()
  await product.end()
})
