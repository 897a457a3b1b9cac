// A screen in every dress: one visit, theme and width toggled in place.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const widths = [360, 1280]
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** All that the scheme of colours can change: the rest of the page is the same in both. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/** @param within  A dialog: what it covers by half is not there to be pressed. */
export async function expectAccessible(page: Page, within = 'html') {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    // Further down, a bar that stays covers half of whatever passes below it.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const axe = new AxeBuilder({ page }).include(within)
      const look = colorScheme === 'light' ? axe.withTags(rules) : axe.withRules(rulesOfColours)
      const { violations } = await look.analyze()
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`,
      )
      expect(found, `${colorScheme} at ${width} px`).toEqual([])
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `sideways at ${width} px`).toBeLessThanOrEqual(0)
    await expectWholeLabels(page, within)
  }
}

/** Every button that is seen shows all of what it says. */
export async function expectWholeLabels(page: Page, within = 'html') {
  const cut = await page
    .locator(within)
    .locator('.mantine-Button-label')
    .evaluateAll((labels) =>
      labels
        .filter((label) => label.checkVisibility() && label.scrollWidth > label.clientWidth + 1)
        .map((label) => label.textContent),
    )
  expect(cut, `cut at ${page.viewportSize()?.width} px`).toEqual([])
}
