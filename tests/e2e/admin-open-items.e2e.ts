// The open items of an admin, by kind. Each number matches the list that it links to.
import type { Page } from '@playwright/test'
import { newNewcomer } from './support/accounts.ts'
import { inDatabase } from './support/database.ts'
import { newPerson, placeBid, postJob, uniqueTitle } from './support/market.ts'
import { beforeFile, expect, test } from './support/test.ts'

const numberIn = (words: string | null) => Number.parseInt(words?.replaceAll(/\D/g, '') ?? '')
const found = async (page: Page) => numberIn(await page.getByRole('status').first().textContent())

/** Jobs that are three days and one hour old, and jobs that are two hours younger. */
async function jobsOf(hours: number, ...titles: string[]) {
  const facility = await newPerson('facility', 'Dana Whitfield')
  const jobs = await Promise.all(titles.map((title) => postJob(facility, { title })))
  for (const { id } of jobs)
    await inDatabase(
      'update public.jobs set created_at = now() - make_interval(hours => $2) where id = $1',
      [id, hours],
    )
  return jobs
}

beforeFile(async () => {
  await jobsOf(73, uniqueTitle('Reseal'))
  await newNewcomer()
  // Banned users are not open items.
  const { email } = await newNewcomer()
  await inDatabase("update auth.users set banned_until = 'infinity' where email = $1", [email])
  await inDatabase(
    "insert into private.outbox (kind, payload, dead_at) select 'auth.link', $1, now() from generate_series(1, 2)",
    [JSON.stringify({ purpose: 'invite', email: 'nobody@example.test' })],
  )
})

for (const [words, path] of [
  [/^Show [\d,]+ demo requests?$/, '/admin/demo-requests?state=waiting'],
  [/^Show [\d,]+ new sign-ups?$/, '/admin/newcomers?state=waiting'],
  [/^Show [\d,]+ jobs? without bids$/, '/admin/jobs?state=without_bids'],
  [/^Show [\d,]+ unsent emails?$/, '/admin/mails'],
] as const) {
  test(`the dashboard counts open items, and ${path} has as many`, async ({ as }) => {
    const page = await as('admin')
    // Other tests change the same market, so a mismatch is checked again.
    await expect(async () => {
      await page.goto('/admin-dashboard')
      const link = page.getByRole('navigation', { name: 'Lists of open items' }).getByText(words)
      const waiting = numberIn(await link.textContent())
      expect(waiting).toBeGreaterThan(0)
      await link.click()
      await expect(page).toHaveURL(path)
      await expect.poll(() => found(page)).toBe(waiting)
    }).toPass({ timeout: 25_000 })
  })
}

test('a job counts as without bids after three days, until the first bid @gate', async ({ as }) => {
  const mark = uniqueTitle('')
  const [[young], [old], ruth] = await Promise.all([
    jobsOf(71, `Young${mark}`),
    jobsOf(73, `Old${mark}`),
    newPerson('contractor', 'Ruth Ellison'),
  ])
  const page = await as('admin')
  await page.goto(`/admin/jobs?q=${encodeURIComponent(mark.trim())}`)
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByLabel('Status', { exact: true }).selectOption('Without bids')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article', { name: old?.title ?? '' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Status: Without bids' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.mouse.move(5, 5)
  await placeBid(ruth, old?.id ?? '', 900)
  await expect(page.getByText('No jobs found.')).toBeVisible()
  await page.goto(`/admin/jobs?state=without_bids&job=${young?.id}`)
  await expect(page.getByText('No jobs found.')).toBeVisible()
})
