// A screen in every dress: one visit, theme and width toggled in place.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const widths = [360, 1280]
const schemes = ['light', 'dark'] as const
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** @param within  A dialog: what it covers by half is not there to be pressed. */
export async function expectAccessible(page: Page, within = 'html') {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const { violations } = await new AxeBuilder({ page })
        .include(within)
        .withTags(rules)
        .analyze()
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`,
      )
      expect(found, `${colorScheme} at ${width} px`).toEqual([])
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `sideways at ${width} px`).toBeLessThanOrEqual(0)
    expect(await clippedLabels(page), `cut off at ${width} px`).toEqual([])
  }
}

/** Buttons whose words do not fit in: nothing else on the page is wider for it. */
function clippedLabels(page: Page) {
  return page
    .locator('.mantine-Button-label')
    .evaluateAll((labels) =>
      labels
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    )
}
