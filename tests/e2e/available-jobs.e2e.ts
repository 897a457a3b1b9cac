import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import {
  newPerson,
  jobSearchPath,
  openAs,
  type Person,
  postJob,
  uniqueTitle,
} from './support/market.ts'
import { expect, test } from './support/test.ts'

const jobs = (page: Page) => page.getByRole('region', { name: 'Available Jobs' })
const rows = (page: Page) =>
  jobs(page).getByRole('list', { name: 'Available jobs' }).locator('> li')
const found = '**/rest/v1/rpc/find_available_jobs**'

async function addPhoto(facility: Person, jobId: string, position: number) {
  const path = `${facility.id}/job-photo/photo-${position}.png`
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
  const uniqueWord = crypto.randomUUID().slice(0, 8)
  for (const [title, budget] of [
    ['Small', 400],
    ['Middle', 3000],
    ['Large', 30_000],
  ] as const) {
    await postJob(facility, { title: `${title} ${uniqueWord}`, budget })
  }
  await openAs(page, await newPerson('contractor', 'Ruth Ellison'), '/contractor-dashboard')
  await jobs(page).getByRole('searchbox').fill(uniqueWord)
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

test('the page explains that there are no jobs, in every theme and width', async ({ page }) => {
  await page.route(found, (route) => route.fulfill({ json: [] }))
  await openAs(page, await newPerson('contractor', 'Ruth Ellison'), '/contractor-dashboard')
  await expect(jobs(page).getByText('No available jobs right now.')).toBeVisible()
  await expectAccessible(page)
})

test('a list that fails is accessible in every theme and width', async ({ page, pageErrors }) => {
  const refuseBid = { status: 500, json: { code: 'XX000', message: 'internal' } }
  await page.route(found, (route) => route.fulfill(refuseBid))
  await openAs(page, await newPerson('contractor', 'Ruth Ellison'), '/contractor-dashboard')
  await expect(jobs(page).getByText('Failed to load available jobs.')).toBeVisible()
  await expectAccessible(page)
  pageErrors.splice(0)
})

test('long names, other scripts and markup are text that fits, in every theme and width', async ({
  page,
}) => {
  test.slow()
  const facility = await newPerson('facility', `<b>${'Wolfeschlegel'.repeat(14)}</b>`)
  const uniqueWord = crypto.randomUUID().slice(0, 8)
  await postJob(facility, {
    title: `${'Stromversorgung'.repeat(12)} ${uniqueWord}`,
    budget: 9_999_999.99,
  })
  await postJob(facility, {
    title: `إصلاح المضخة <script>alert(1)</script> ${uniqueWord}`,
    description: 'x'.repeat(5000),
  })
  const contractor = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, contractor, jobSearchPath(uniqueWord))
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

test('photos are small in the list, large on demand, and usable with the keyboard', async ({
  page,
}) => {
  test.slow()
  const facility = await newPerson('facility', 'Dana Whitfield')
  const job = await postJob(facility, { title: uniqueTitle('Loading dock') })
  await openAs(page, await newPerson('contractor', 'Ruth Ellison'), jobSearchPath(job.title))
  await expect(rows(page)).toHaveCount(1)
  // The photos appear on the open page.
  for (const position of [1, 2, 3]) await addPhoto(facility, job.id, position)
  const photo = rows(page).getByRole('button', { name: `Photo 1 of 3: ${job.title}` })
  await expect
    .poll(() =>
      photo
        .locator('img')
        .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
    )
    .toBeGreaterThan(0)
  expect(await photo.locator('img').getAttribute('src')).toContain('/object/sign/documents/')
  await photo.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Photo 1 of 3' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: 'Photo 2 of 3' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('dialog', { name: 'Photo 3 of 3' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(photo).toBeFocused()
})
