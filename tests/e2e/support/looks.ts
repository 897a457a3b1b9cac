// A screen in every dress: one visit, theme and width toggled in place.
import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type RunOnly, type RunOptions } from 'axe-core'

const widths = [360, 1280]
const rules: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** All that the scheme of colours can change: the rest of the page is the same in both. */
const rulesOfColours: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** @param within  A dialog: what it covers by half is not there to be pressed. */
export async function expectAccessible(page: Page, within = 'html') {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    // Further down, a bar that stays covers half of whatever passes below it.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const asked = colorScheme === 'light' ? rules : rulesOfColours
      const violations = await violationsIn(page, within, asked)
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

/** From within, since no page of ours has frames: the eye is brought to a page once, and no other page is opened. */
async function violationsIn(page: Page, within: string, runOnly: RunOnly) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // What follows the width and the scheme is drawn by then.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
  const options: RunOptions = { runOnly, resultTypes: ['violations'] }
  return page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)}).then((found) => found.violations)`,
  )
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
