// Starts a server with the demo and takes pictures of each screen: light and dark, on a desktop and on a phone. `node
// scripts/screens.mjs [NAME…]` writes the pictures into screens/, which git ignores. With `--kept` it writes only the
// dozen that git tracks, into docs/screens. The name "product" takes the pictures for the public page.
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
const keepsDozen = names.includes('--kept')
const folder = keepsDozen ? `${root}docs/screens` : `${root}screens`
/**
 * The dozen pictures show each role and the public page on a desktop, and the facility on a phone. Each is light and
 * dark.
 */
const keptScreens = [
  'facility-dashboard',
  'contractor-dashboard',
  'consultant',
  'admin-dashboard',
  'marketing-top',
]
const keptOnPhone = new Set(['facility-dashboard'])
const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } }
const ofPublicPage = 'product'
const password = 'Mendwell-demo-1'

await run(async () => {
  const named = keepsDozen ? keptScreens : names
  const chosen = screens.filter(({ name }) => named.length === 0 || named.includes(name))
  const executablePath = await findChromium()
  await mkdir(folder, { recursive: true })
  await withProduct(async (site) => {
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const browser = await chromium.launch({ executablePath, args })
    for (const screen of chosen) await takeAll(browser, site, screen)
    if (named.length === 0 || named.includes(ofPublicPage)) {
      await takeProductPictures(browser, (page) => signIn(page, site, 'facility'), site)
    }
    await browser.close()
  })
})

/** @param {(site: string) => Promise<void>} body */
async function withProduct(body) {
  const data = await mkdtemp(join(tmpdir(), 'mendwell-screens-'))
  // If root runs this script, PostgreSQL runs as another user. That user must be able to enter this folder.
  await chmod(data, 0o711)
  const port = String(await freePort())
  const strangers = { SIGNUP: 'open', AUTO_CONFIRM: 'on' }
  const own = { PORT: port, DATA_DIR: join(data, 'data'), LOG_LEVEL: 'error' }
  const env = { ...process.env, ...own, ...strangers }
  const product = spawn(process.execPath, [`${root}scripts/start.mjs`], { env, stdio: 'inherit' })
  const ended = once(product, 'exit')
  try {
    await isReady(`http://127.0.0.1:${port}`)
    await body(`http://127.0.0.1:${port}`)
  } finally {
    product.kill('SIGTERM')
    await ended
    await rm(data, { recursive: true, force: true })
  }
}

/** @param {string} site */
async function isReady(site) {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`${site}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(200)
  }
  throw new StopLine('The product did not start.')
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} site
 * @param {import('./lib/screens.mjs').Screen} screen
 */
async function takeAll(browser, site, screen) {
  // Some steps run scripts from text, which the page's content security policy forbids.
  const context = await browser.newContext({ reducedMotion: 'reduce', bypassCSP: true })
  const page = await context.newPage()
  if (screen.as) await signIn(page, site, screen.as)
  for (const [size, viewport] of Object.entries(sizes)) {
    if (keepsDozen && size === 'phone' && !keptOnPhone.has(screen.name)) continue
    await page.setViewportSize(viewport)
    await page.goto(site + screen.path, { waitUntil: 'networkidle' })
    await screen.prepare?.(page)
    for (const scheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme: scheme })
      await sleep(300)
      const path = `${folder}/${screen.name}-${size}-${scheme}.png`
      const picture = await page.screenshot({ fullPage: screen.isWhole ?? false })
      // A color palette for each picture reduces its size to a third.
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
