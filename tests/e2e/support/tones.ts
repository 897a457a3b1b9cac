// Records the sounds that a page plays, because test machines have no audio device.
import type { Page } from '@playwright/test'

/** Makes the page record tones instead of playing them. */
export async function recordTones(page: Page) {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    OscillatorNode.prototype.start = () => {
      dataset['tones'] = `${dataset['tones'] ?? ''}o`
    }
    OscillatorNode.prototype.stop = () => undefined
  })
}

/** Returns the recorded tones of all pages, with "oo" for each sound of two tones. */
export async function tonesOf(...pages: Page[]) {
  const recorded = pages.map((page) => page.locator('html').getAttribute('data-tones'))
  return (await Promise.all(recorded)).join('')
}
