// Checks a screen in every theme and width during one visit.
import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type RunOnly, type RunOptions } from 'axe-core'

const widths = [360, 1280]
const rules: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** These rules run in both themes, because their results depend on the theme. */
const colorRules: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** @param within  The selector of the elements to check, such as a dialog that partly covers the page. */
export async function expectAccessible(page: Page, within = 'html') {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    // Scroll to the top, because a fixed bar would cover content at other positions.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const rulesToCheck = colorScheme === 'light' ? rules : colorRules
      const violations = await violationsIn(page, within, rulesToCheck)
      const messages = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`,
      )
      expect(messages, `${colorScheme} at ${width} px`).toEqual([])
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `sideways at ${width} px`).toBeLessThanOrEqual(0)
    await expectWholeLabels(page, within)
  }
}

/** Runs axe inside the page, which has no frames. */
async function violationsIn(page: Page, within: string, runOnly: RunOnly) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // Wait until the page has rendered the new width and theme.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  const options: RunOptions = { runOnly, resultTypes: ['violations'] }
  return page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)}).then((found) => found.violations)`,
  )
}

/** Expects every visible button to show its whole label. */
export async function expectWholeLabels(page: Page, within = 'html') {
  const truncatedLabels = await page
    .locator(within)
    .locator('.mantine-Button-label')
    .evaluateAll((labels) =>
      labels
        .filter((label) => label.checkVisibility() && label.scrollWidth > label.clientWidth + 1)
        .map((label) => label.textContent),
    )
  expect(truncatedLabels, `cut at ${page.viewportSize()?.width} px`).toEqual([])
}
