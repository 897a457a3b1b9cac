import { type BrowserContext, expect, type Page } from '@playwright/test'

/** Makes the context's pages count presses from now on. A double click counts as one press. */
export function countPresses(context: BrowserContext) {
  return context.addInitScript(() => {
    const count = ({ detail }: MouseEvent) => {
      const { dataset } = document.documentElement
      if (detail <= 1) dataset['presses'] = String(Number(dataset['presses'] ?? 0) + 1)
    }
    addEventListener('click', count, { capture: true })
  })
}

const pressesOn = async (page: Page) =>
  Number(await page.locator('html').getAttribute('data-presses'))

/** Completes an everyday task in at most three presses, not counting text. */
export async function inThreePresses(page: Page, act: () => Promise<void>) {
  const before = await pressesOn(page)
  await act()
  const steps = (await pressesOn(page)) - before
  expect(steps).toBeGreaterThan(0)
  expect(steps).toBeLessThanOrEqual(3)
}
