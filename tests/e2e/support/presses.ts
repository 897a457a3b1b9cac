import { type BrowserContext, expect, type Page } from '@playwright/test'

/** Counts presses on pages that this context opens from now on. A double click counts once. */
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

/** Expects that the action needs one to three presses. Typed text does not count. */
export async function expectAtMostThreePresses(page: Page, action: () => Promise<void>) {
  const before = await pressesOn(page)
  await action()
  const presses = (await pressesOn(page)) - before
  expect(presses).toBeGreaterThan(0)
  expect(presses).toBeLessThanOrEqual(3)
}
