// The sounds of a page. A machine for tests has nothing that could play them.
import type { Page } from '@playwright/test'

/** From here on each tone is noted on the page instead. */
export async function noteTones(page: Page) {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    OscillatorNode.prototype.start = () => {
      dataset['tones'] = `${dataset['tones'] ?? ''}o`
    }
    OscillatorNode.prototype.stop = () => undefined
  })
}

/** "oo": a sound has two. */
export async function tonesOf(...pages: Page[]) {
  const noted = pages.map((page) => page.locator('html').getAttribute('data-tones'))
  return (await Promise.all(noted)).join('')
}
