// Starts a server with the demo and takes pictures of each screen: light and dark, on a desktop and on a phone. `node
// scripts/screens.mjs [NAME…]` writes the pictures into screens/, which git ignores. With `--kept`, the script writes
// only the dozen pictures that git tracks, into docs/screens. The name "product" selects the pictures for the public
// page.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from './lib/chromium.mjs'
import { freePort } from './lib/free-port.mjs'
import { root } from './lib/paths.mjs'
import { takeProductPictures } from './lib/product-pictures.mjs'
import { screens } from './lib/screens.mjs'
import { run, StopLine } from './lib/stop-line.mjs'

const names = process.argv.slice(2)
const keepsTrackedOnly = names.includes('--kept')
const folder = keepsTrackedOnly ? `${root}docs/screens` : `${root}screens`
/**
 * Each of these screens has a picture in light and in dark colors. The desktop pictures show each role and the public
 * page, and the phone pictures show the facility.
 */
const trackedScreens = [
  'facility-dashboard',
  'contractor-dashboard',
  'consultant',
  'admin-dashboard',
  'marketing-top',
]
const trackedOnPhone = new Set(['facility-dashboard'])
const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } }
const publicPageName = 'product'
const password = 'Mendwell-demo-1'

await run(async () => {
  const requestedNames = keepsTrackedOnly ? trackedScreens : names
  const selectedScreens = screens.filter(
    ({ name }) => requestedNames.length === 0 || requestedNames.includes(name),
  )
  const executablePath = await findChromium()
  await mkdir(folder, { recursive: true })
  await withProduct(async (site) => {
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const browser = await chromium.launch({ executablePath, args })
    for (const screen of selectedScreens) await takeScreenshots(browser, site, screen)
    if (requestedNames.length === 0 || requestedNames.includes(publicPageName)) {
      await takeProductPictures(browser, (page) => signIn(page, site, 'facility'), site)
    }
    await browser.close()
  })
})

/** @param {(site: string) => Promise<void>} action */
async function withProduct(action) {
  const data = await mkdtemp(join(tmpdir(), 'mendwell-screens-'))
  // If root runs this script, PostgreSQL runs as another user. That user must be able to enter this folder.
  await chmod(data, 0o711)
  const port = String(await freePort())
  const signUpSettings = { SIGNUP: 'open', AUTO_CONFIRM: 'on' }
  const ownSettings = { PORT: port, DATA_DIR: join(data, 'data'), LOG_LEVEL: 'error' }
  const env = { ...process.env, ...ownSettings, ...signUpSettings }
  const product = spawn(process.execPath, [`${root}scripts/start.mjs`], { env, stdio: 'inherit' })
  const exited = once(product, 'exit')
  try {
    await waitUntilReady(`http://127.0.0.1:${port}`)
    await action(`http://127.0.0.1:${port}`)
  } finally {
    product.kill('SIGTERM')
    await exited
    await rm(data, { recursive: true, force: true })
  }
}

/** @param {string} site */
async function waitUntilReady(site) {
  for (let attempts = 0; attempts < 600; attempts += 1) {
    const response = await fetch(`${site}/healthz`).catch(() => undefined)
    if (response?.ok) return
    await sleep(200)
  }
  throw new StopLine('The product did not start.')
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} site
 * @param {import('./lib/screens.mjs').Screen} screen
 */
async function takeScreenshots(browser, site, screen) {
  // Some steps run scripts from text. The page's content security policy forbids such scripts, so bypass it.
  const context = await browser.newContext({ reducedMotion: 'reduce', bypassCSP: true })
  const page = await context.newPage()
  if (screen.as) await signIn(page, site, screen.as)
  for (const [size, viewport] of Object.entries(sizes)) {
    if (keepsTrackedOnly && size === 'phone' && !trackedOnPhone.has(screen.name)) continue
    await page.setViewportSize(viewport)
    await page.goto(site + screen.path, { waitUntil: 'networkidle' })
    await screen.prepare?.(page)
    for (const scheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme: scheme })
      await sleep(300)
      const path = `${folder}/${screen.name}-${size}-${scheme}.png`
      const picture = await page.screenshot({ fullPage: screen.isWhole ?? false })
      // A color palette for each picture reduces the file size to a third.
      await sharp(picture).png({ palette: true }).toFile(path)
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
  await context.close()
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} site
 * @param {string} role
 */
async function signIn(page, site, role) {
  await page.goto(`${site}/login`)
  await page.getByLabel('Email').fill(`${role}@mendwell.test`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForURL((url) => url.pathname !== '/login')
}
