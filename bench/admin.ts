// Measures how long each admin screen takes to open in a large market. Also measures the export of
// all users. Writes bench/results/admin.md.
import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import type { Page } from '@playwright/test'
import { liftLimitsOn } from '../tests/support/lift-limits.ts'
import { addAccount, openBrowser, signedIn } from './support/accounts.ts'
import { addOffice, makeMarket, type Market } from './support/market.ts'
import { startProduct } from './support/product.ts'

const market: Market = {
  jobs: 300_000,
  facilities: 1000,
  contractors: 2000,
  bidsOfJobs: [4, 3, 3],
}
const idlers = 97_000
const openingCount = 5

const lists = [
  'users',
  'contractors',
  'consultants',
  'facilities',
  'jobs',
  'consultations',
  'bids',
  'demo-requests',
  'payments',
  'mails',
  'audit',
]

/** @param executablePath  The path of Chromium. */
export async function measureAdmin(executablePath: string) {
  const product = await startProduct()
  const browser = await openBrowser(executablePath)
  try {
    const { pool } = product
    await makeMarket(pool, market, { withTalk: true })
    await addOffice(pool, market, idlers)
    await addAccount(pool, 'admin')
    await pool.query("update private.settings set value = 'off' where name = 'require_admin_mfa'")
    await liftLimitsOn(pool)
    await pool.query('vacuum analyze')
    const [load = 0] = loadavg()
    const url = `http://127.0.0.1:${product.port}`
    const page = await signedIn(browser, url, 'admin')
    const rows = [
      `| the dashboard | ${await openingOf(page, `${url}/admin-dashboard`, tilesAreShown)} |`,
    ]
    for (const list of lists) {
      const figures = await openingOf(page, `${url}/admin/${list}`, listIsShown)
      rows.push(`| ${list} | ${figures} |`)
    }
    const report = reportOf(rows, await exportOf(page, url), load)
    await writeFile(new URL('results/admin.md', import.meta.url), report)
    process.stdout.write(report)
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** This expression becomes true in the browser when the tile of open jobs shows a number. */
const tilesAreShown = `/\\d/.test(document.querySelector('a[href="/admin/jobs?state=open"]')?.textContent ?? '')`

/**
 * This expression becomes true in the browser when the list has loaded and shows a count, such as
 * "1,012 users".
 */
const listIsShown = `[...document.querySelectorAll('#content *')].some((one) =>
  one.children.length === 0 && /^[\\d,]+ [a-z ]+$/.test(one.textContent)) && !document.querySelector('#content [aria-busy=true]')`

/**
 * Opens the address several times. Returns the median and the longest time until the condition is
 * true.
 */
async function openingOf(page: Page, address: string, condition: string) {
  const times: number[] = []
  for (let count = 0; count < openingCount; count += 1) {
    const start = performance.now()
    await page.goto(address, { waitUntil: 'commit' })
    await page.waitForFunction(condition)
    times.push(performance.now() - start)
    await page.waitForLoadState('networkidle')
  }
  const sorted = times.toSorted((a, b) => a - b)
  return `${(sorted[Math.floor(openingCount / 2)] ?? 0).toFixed(0)} | ${(sorted.at(-1) ?? 0).toFixed(0)}`
}

/**
 * Exports all users. Returns two durations in milliseconds. Each starts with the click. `first` ends
 * when the first rows have arrived, and `all` ends with the export.
 */
async function exportOf(page: Page, url: string) {
  await page.goto(`${url}/admin/users`)
  // Remove the file picker, so that the browser downloads the file without a dialog.
  await page.evaluate("Reflect.deleteProperty(window, 'showSaveFilePicker')")
  const button = page.getByRole('button', { name: 'Export CSV' })
  await page.waitForFunction(listIsShown)
  const saved = page.waitForEvent('download', { timeout: 300_000 })
  const start = performance.now()
  await button.click()
  await page.waitForFunction("document.querySelector('progress')?.value > 0")
  const first = performance.now() - start
  await saved
  return { first, all: performance.now() - start }
}

function reportOf(rows: string[], { first, all }: { first: number; all: number }, load: number) {
  return `# An admin's pages with 100,000 users, 300,000 jobs and 1,000,000 bids

Written by \`npm run bench -- admin\`. Milliseconds from opening a bookmark until Chromium shows the rows, on the machine
of the server, ${openingCount} times each, at a load average of ${load.toFixed(1)} before. The bar: one second for a page, and two for the start of an export.

| Page | median | longest |
|---|---:|---:|
${rows.join('\n')}

The export of all users has its first thousand rows after ${first.toFixed(0)} ms, and all after ${(all / 1000).toFixed(1)} s.
`
}
