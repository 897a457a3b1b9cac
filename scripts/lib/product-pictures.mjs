// Takes the screenshots for the public page. They show a facility's dashboard with the data of the demo.
import { mkdir } from 'node:fs/promises'
import sharp from 'sharp'
import { root } from './paths.mjs'

const folder = `${root}web/public/product`
const path = '/facility-dashboard?tab=review'

/** The names and sizes match `Frame` in marketing.tsx. The pictures have twice as many pixels in each direction. */
const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 360, height: 640 } }

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {(page: import('@playwright/test').Page) => Promise<void>} signIn  Signs in as a facility.
 * @param {string} site
 */
export async function takeProductPictures(browser, signIn, site) {
  await mkdir(folder, { recursive: true })
  const context = await browser.newContext({ deviceScaleFactor: 2, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await signIn(page)
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    await page.goto(site + path, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Accept Bid' }).first().waitFor()
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme })
      const picture = sharp(await page.screenshot())
      await picture.avif({ quality: 50, effort: 3 }).toFile(`${folder}/${size}-${colorScheme}.avif`)
    }
  }
  await context.close()
}
