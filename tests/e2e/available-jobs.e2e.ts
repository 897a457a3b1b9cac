import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { newPerson, onlyJob, openAs, type Person, postJob, uniqueTitle } from './support/market.ts'
import { expect, test } from './support/test.ts'

const jobs = (page: Page) => page.getByRole('region', { name: 'Available Jobs' })
const rows = (page: Page) =>
  jobs(page).getByRole('list', { name: 'Available jobs' }).locator('> li')
const found = '**/rest/v1/rpc/find_available_jobs**'

async function addPhoto(facility: Person, jobId: string, place: number) {
  const path = `${facility.id}/job-photo/photo-${place}.png`
  const photo = await readFile('web/public/icon-512.png')
  const { error } = await facility.client.storage
    .from('documents')
    .upload(path, photo, { contentType: 'image/png' })
  if (error) throw error
  await facility.client
    .from('job_photos')
    .insert({ job_id: jobId, owner_id: facility.id, path })
    .throwOnError()
}

test('search, category, budget and order are in the address, and Back restores them @gate', async ({
  page,
}) => {
  const facility = await newPerson('facility', 'Dana Whitfield')
  const word = crypto.randomUUID().slice(0, 8)
  for (const [title, budget] of [
    ['Small', 400],
    ['Middle', 3000],
    ['Large', 30_000],
  ] as const) {
    await postJob(facility, { title: `${title} ${word}`, budget })
  }
  await openAs(page, await newPerson('contractor', 'Ruth Ellison'), '/contractor-dashboard')
  await jobs(page).getByRole('searchbox').fill(word)
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText('Large')
  await jobs(page).getByLabel('Sort by').selectOption('Lowest budget')
  await expect(rows(page).first()).toContainText('Small')
  await jobs(page).getByLabel('Budget', { exact: true }).selectOption('$1,000 to $5,000')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Middle')
  await jobs(page).getByLabel('Category', { exact: true }).selectOption('Roofing')
  await expect(jobs(page).getByText('No jobs match.')).toBeVisible()
  await page.reload()
  await expect(jobs(page).getByText('No jobs match.')).toBeVisible()
  await page.goBack()
  await expect(rows(page)).toContainText('Middle')
  await page.goBack()
  await expect(rows(page)).toHaveCount(3)
  await jobs(page).getByRole('button', { name: 'Clear all' }).click()
  await expect(jobs(page).getByRole('searchbox')).toHaveValue('')
})

test('the search text is literal, whatever characters it has', async ({ page }) => {
  const facility = await newPerson('facility', 'Dana Whitfield')
  const title = uniqueTitle(`100% "of" a_b, (c) \\ 'd' <i>e</i>`)
  await postJob(facility, { title })
  await openAs(page, await newPerson('contractor', 'Ruth Ellison'), onlyJob(title))
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).getByRole('heading', { name: title })).toBeVisible()
  await jobs(page).getByRole('searchbox').fill(title.replace('%', '%%'))
  await expect(jobs(page).getByText('No jobs match.')).toBeVisible()
})

test('an address with invalid filters shows the list', async ({ page }) => {
  await openAs(
    page,
    await newPerson('contractor', 'Ruth Ellison'),
    '/contractor-dashboard?jobs.page=-3&jobs.sort=drop&jobs.budget=x-y&bids.tab=what&payments.page=9999',
  )
  await expect(jobs(page).getByText(/\d+ jobs/)).toBeVisible()
  await expect(page.getByText('No bids yet.')).toBeVisible()
  await expect(page.getByText('No payments yet.')).toBeVisible()
})

test('a list above the counting limit says so, and its pages end there', async ({ page }) => {
  const facility = await newPerson('facility', 'Dana Whitfield')
  const { id } = await postJob(facility, { title: uniqueTitle('Reseal') })
  const few = [{ id, total: 10_000, has_more: true }]
  await page.route(found, (route) => route.fulfill({ json: few }))
  const contractor = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, contractor, '/contractor-dashboard?jobs.search=e&jobs.page=1000')
  await expect(jobs(page).getByText('10,000+ jobs', { exact: true })).toBeVisible()
  await expect(jobs(page).getByText('9,991–10,000 of 10,000+')).toBeVisible()
  await expect(jobs(page).getByRole('button', { name: 'Next page' })).toBeDisabled()
})

test('the page explains that there are no jobs, in every theme and width', async ({ page }) => {
  await page.route(found, (route) => route.fulfill({ json: [] }))
  await openAs(page, await newPerson('contractor', 'Ruth Ellison'), '/contractor-dashboard')
  await expect(jobs(page).getByText('No available jobs right now.')).toBeVisible()
  await expectAccessible(page)
})

test('long names, other scripts and markup are text that fits, in every theme and width', async ({
  page,
}) => {
  test.slow()
  const facility = await newPerson('facility', `<b>${'Wolfeschlegel'.repeat(14)}</b>`)
  const word = crypto.randomUUID().slice(0, 8)
  await postJob(facility, {
    title: `${'Stromversorgung'.repeat(12)} ${word}`,
    budget: 9_999_999.99,
  })
  await postJob(facility, {
    title: `إصلاح المضخة <script>alert(1)</script> ${word}`,
    description: 'x'.repeat(5000),
  })
  const contractor = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, contractor, onlyJob(word))
  await expect(rows(page)).toHaveCount(2)
  await expectAccessible(page)
  await rows(page).first().getByRole('button', { name: 'Show more' }).click()
  await rows(page)
    .first()
    .getByRole('button', { name: /^Place Bid/ })
    .click()
  await expect(page.getByRole('dialog').getByLabel('Amount')).toBeFocused()
  await expectAccessible(page)
})

test('photos are small in the list, large on demand, and usable with the keyboard @gate', async ({
  page,
}) => {
  test.slow()
  const facility = await newPerson('facility', 'Dana Whitfield')
  const job = await postJob(facility, { title: uniqueTitle('Loading dock') })
  for (const place of [1, 2, 3]) await addPhoto(facility, job.id, place)
  const looked = page.waitForRequest('**/rest/v1/job_photos**')
  await openAs(page, await newPerson('contractor', 'Ruth Ellison'), onlyJob(job.title))
  // Photos have no change feed. The page polls for them, from a replica if there is one.
  expect((await looked).headers()['cache-control']).toBe('max-stale=2')
  const photo = (place: number) =>
    rows(page).getByRole('button', { name: `Photo ${place} of 3: ${job.title}` })
  await expect
    .poll(() =>
      photo(2)
        .locator('img')
        .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
    )
    .toBeGreaterThan(0)
  expect(await photo(1).locator('img').getAttribute('src')).toContain('/object/sign/documents/')
  await photo(2).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Photo 2 of 3' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: 'Photo 1 of 3' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('dialog', { name: 'Photo 3 of 3' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(photo(2)).toBeFocused()
})

test('a list that fails shows an error in its place, and Retry loads it @gate', async ({
  page,
  complaints,
}) => {
  const contractor = await newPerson('contractor', 'Ruth Ellison')
  const refuse = { status: 500, json: { code: 'XX000', message: 'internal' } }
  await page.route(found, (route) => route.fulfill(refuse))
  await openAs(page, contractor, '/contractor-dashboard')
  await expect(jobs(page).getByText('Failed to load available jobs.')).toBeVisible()
  await expect(page.getByText('No bids yet.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute(found)
  await jobs(page).getByRole('button', { name: 'Retry' }).click()
  await expect(jobs(page).getByText(/\d+ jobs/)).toBeVisible()
  complaints.splice(0)
})

test('a new job does not move what is under the pointer', async ({ page }) => {
  const facility = await newPerson('facility', 'Dana Whitfield')
  const word = crypto.randomUUID().slice(0, 8)
  await postJob(facility, { title: `First ${word}` })
  await openAs(page, await newPerson('contractor', 'Ruth Ellison'), onlyJob(word))
  await rows(page)
    .first()
    .getByRole('button', { name: /^Place Bid/ })
    .hover()
  await postJob(facility, { title: `Second ${word}` })
  const news = jobs(page).getByRole('button', { name: '1 new' })
  await expect(news).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await news.click()
  await expect(rows(page).first()).toContainText('Second')
})
