import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

/** Collects what a page complains of: script errors and violations of its policy. */
function complaintsOf(page: Page) {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  return complaints
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1280]) {
    test(`/marketing is accessible and quiet, ${colorScheme} at ${width} px`, async ({ page }) => {
      const complaints = complaintsOf(page)
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/marketing')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      expect(complaints).toEqual([])
    })
  }
}

test('/marketing runs no script', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/marketing')
  expect(scripts).toEqual([])
  await expect(page.locator('script')).toHaveCount(0)
})

test('any other path leads to /marketing, within the policy', async ({ page }) => {
  const complaints = complaintsOf(page)
  await page.goto('/nowhere?at=all')
  await expect(page).toHaveURL('/marketing')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(complaints).toEqual([])
})
