// Measures two durations in Chromium. The first is from a click until the rows of the next list
// page appear. The second is from the loaded dashboard until its list shows a job that a user typed
// and posted. One facility has 10,000 jobs, and one contractor has a bid on each of them. Writes
// bench/results/screens.md.
import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import type { Pool } from 'pg'
import { addAccount, openBrowser, signedIn } from './support/accounts.ts'
import { startProduct } from './support/product.ts'

const jobs = 10_000
const clicks = 15
/** An untrained typist writes forty words a minute, which are 200 characters. */
const charactersPerMinute = 200
const roles = ['facility', 'contractor'] as const

interface Case {
  name: string
  role: (typeof roles)[number]
  path: string
  /** The name of the list to wait for. */
  region: string
  button: string
}

const ofFacility = { role: 'facility', path: '/facility-dashboard' } as const
const ofContractor = { role: 'contractor', path: '/contractor-dashboard' } as const
const received = {
  role: 'facility',
  path: '/facility-dashboard?view=bids',
  region: 'Bids',
} as const
const next = 'Next page'

const cases: Case[] = [
  { name: 'posted jobs', ...ofFacility, region: 'Your Posted Jobs', button: next },
  { name: 'bids received', ...received, button: next },
  { name: 'bids received, by amount', ...received, button: 'Amount' },
  { name: 'available jobs', ...ofContractor, region: 'Available Jobs', button: next },
  { name: 'own bids', ...ofContractor, region: 'Your Bids', button: next },
]

/** @param executablePath  The path of Chromium. */
export async function measureScreens(executablePath: string) {
  const [load = 0] = loadavg()
  const product = await startProduct()
  const browser = await openBrowser(executablePath)
  try {
    await makeMarket(product.pool)
    const url = `http://127.0.0.1:${product.port}`
    const pages = {
      facility: await signedIn(browser, url, 'facility'),
      contractor: await signedIn(browser, url, 'contractor'),
    }
    const rows: string[] = []
    for (const testCase of cases) rows.push(await measure(pages[testCase.role], url, testCase))
    const report = reportOf(rows, await postJob(pages.facility, url), load)
    await writeFile(new URL('results/screens.md', import.meta.url), report)
    process.stdout.write(report)
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function makeMarket(pool: Pool) {
  for (const role of roles) await addAccount(pool, role)
  const users = `(select id from public.profiles where role = 'facility') as facility(id),
    (select id from public.profiles where role = 'contractor') as contractor(id)`
  await pool.query(`
    begin;
    set local session_replication_role = replica;
    insert into public.jobs (facility_id, title, description, budget, category, created_at)
      select facility.id, 'Job ' || n, 'Something to mend.', 100 + n % 5000,
             (array['Electrical', 'Plumbing', 'HVAC', 'Roofing'])[1 + n % 4], now() - n * interval '7 minutes'
      from generate_series(1, ${jobs}) n, ${users};
    insert into public.bids (job_id, contractor_id, amount, created_at)
      select j.id, contractor.id, j.budget - 10, j.created_at + interval '1 minute' from public.jobs j, ${users};
    commit`)
  await pool.query('vacuum analyze')
}

async function measure(page: Page, url: string, { name, path, region, button }: Case) {
  await page.goto(url + path, { waitUntil: 'networkidle' })
  const list = page.getByRole('region', { name: region, exact: true })
  const target = list.getByRole('button', { name: button, exact: true })
  const times: number[] = []
  for (let click = 0; click < clicks; click += 1) {
    times.push(await clickToRows(page, region, target))
    await sleep(300)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const [median = 0, worst = 0] = [sorted[Math.floor(clicks / 2)], sorted.at(-1)]
  return `| ${name} | ${median.toFixed(0)} | ${worst.toFixed(0)} |`
}

/**
 * Returns a script for the page. The script measures the milliseconds from the next click to the
 * first frame in which the list shows other rows.
 */
const watch = (heading: string) => `(() => {
  const titleOf = (section) => section.querySelector('h2')?.textContent
  const region = [...document.querySelectorAll('section')].find((one) => titleOf(one) === '${heading}')
  const rows = () => region.querySelector('ul, tbody')?.textContent
  const before = rows()
  globalThis.measured = new Promise((resolve) => {
    const look = (clickedAt) => {
      const isThere = rows() !== before && !region.querySelector('[aria-busy=true]')
      if (isThere) resolve(performance.now() - clickedAt)
      else requestAnimationFrame(() => look(clickedAt))
    }
    addEventListener('click', () => look(performance.now()), { once: true, capture: true })
  })
})()`

async function clickToRows(page: Page, region: string, button: Locator) {
  await button.scrollIntoViewIfNeeded()
  await page.evaluate(watch(region))
  await button.click()
  return Number(await page.evaluate('globalThis.measured'))
}

/**
 * Types a job into the dialog and posts it. Returns the seconds from the loaded dashboard until the
 * list shows the job.
 */
async function postJob(page: Page, url: string) {
  await page.goto(`${url}/facility-dashboard`, { waitUntil: 'networkidle' })
  const start = performance.now()
  const type = (text: string) =>
    page.keyboard.type(text, { delay: (60 / charactersPerMinute) * 1000 })
  await page.getByRole('button', { name: 'Post Job' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Post Job' })
  await dialog.getByLabel('Title').waitFor()
  await type('Replace the boiler pump')
  await dialog.getByLabel('Description').focus()
  await type('Pump 2 in the basement leaks at the shaft. Weekdays before noon.')
  await dialog.getByLabel('Budget').focus()
  await type('1200')
  await dialog.getByRole('button', { name: 'Post Job' }).click()
  await page.getByRole('article', { name: 'Replace the boiler pump' }).waitFor()
  return (performance.now() - start) / 1000
}

function reportOf(rows: string[], posting: number, load: number) {
  return `# Screens with ${jobs.toLocaleString('en-US')} jobs and as many bids of one facility and one contractor

Written by \`npm run bench -- screens\`. Milliseconds from a click to the rows of the next page (or the other order) in
Chromium, on the machine of the server. ${clicks} clicks each, at a load average of ${load.toFixed(1)} before.

| List | median | worst |
|---|---:|---:|
${rows.join('\n')}

A returning facility posts a job with a title, two sentences and a budget in ${posting.toFixed(0)} s, typing ${charactersPerMinute} characters a minute.
`
}
