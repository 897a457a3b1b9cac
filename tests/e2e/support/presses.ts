import { type BrowserContext, expect, type Page } from '@playwright/test'

/** From now on its pages count what is pressed; both halves of a double click are one. */
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

/** Does something of every day, typing aside, with three presses at most. */
export async function inThreeSteps(page: Page, act: () => Promise<void>) {
  const before = await pressesOn(page)
  await act()
  const steps = (await pressesOn(page)) - before
  expect(steps).toBeGreaterThan(0)
  expect(steps).toBeLessThanOrEqual(3)
}
