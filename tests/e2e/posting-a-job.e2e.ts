import type { Page } from '@playwright/test'
import {
  dashboard,
  dialogOn,
  fileCalled,
  jobOn,
  jobsOn,
  openPostJob,
  toastOn,
} from './support/facility.ts'
import { newPerson, openAs, uniqueTitle } from './support/market.ts'
import { expect, test } from './support/test.ts'

type Dialog = ReturnType<typeof dialogOn>

const photosInput = 'input[type=file][multiple]'
const choose = (dialog: Dialog, files: ReturnType<typeof fileCalled>[]) =>
  dialog.locator(photosInput).setInputFiles(files)
const send = (dialog: Dialog) => dialog.getByRole('button', { name: 'Post Job' })

async function fill(dialog: Dialog, title: string) {
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Description').fill('Two doors.\nBring a lift.')
  await dialog.getByLabel('Budget').fill('1,250.50')
}

async function facilityOn(page: Page) {
  const facility = await newPerson('facility', 'Dana Whitfield')
  await openAs(page, facility, dashboard)
  return facility
}

test('a job is posted with photos, and is first in the list @gate', async ({ page }) => {
  const facility = await facilityOn(page)
  await expect(jobsOn(page).getByText('No jobs posted yet.')).toBeVisible()
  const dialog = await openPostJob(page)
  const title = uniqueTitle('Reseal the dock')
  await fill(dialog, title)
  await dialog.getByLabel('Category').selectOption('Roofing')
  await dialog.getByLabel('Location').fill('Lakewood')
  await choose(dialog, [fileCalled('north.png'), fileCalled('south.png')])
  await expect(dialog.getByText(/, uploaded$/)).toHaveCount(2)
  await send(dialog).click()
  await expect(toastOn(page, 'Job posted.')).toBeVisible()
  await expect(dialog).toBeHidden()
  const job = jobOn(page, title)
  await expect(job).toContainText('Roofing')
  await expect(job).toContainText('$1,250.50')
  await expect(job).toContainText('No bids yet.')
  await job.getByRole('button', { name: 'Details' }).click()
  await expect(job.getByText('Two doors.')).toBeVisible()
  await expect(job.getByRole('button', { name: /^Photo 1 of 2/ })).toBeVisible()
  const { data } = await facility.client.from('jobs').select('budget, job_photos(path)')
  expect(data).toMatchObject([{ budget: 1250.5, job_photos: [{}, {}] }])
})

// @covers daily.back-dialog
test('a draft survives closing, a reload and Back, and is deleted once it is posted', async ({
  page,
}) => {
  await facilityOn(page)
  await page.getByRole('link', { name: 'Posted Jobs' }).click()
  const dialog = await openPostJob(page)
  const title = uniqueTitle('Reseal')
  await fill(dialog, title)
  await dialog.getByLabel('Category').selectOption('HVAC')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.reload()
  await openPostJob(page)
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
  await expect(dialog.getByLabel('Budget')).toHaveValue('1,250.50')
  await expect(dialog.getByLabel('Category')).toHaveValue('HVAC')
  await dialog.getByLabel('Budget').fill('1,300')
  await page.goBack()
  await page.goForward()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await openPostJob(page)
  await expect(dialog.getByLabel('Budget')).toHaveValue('1,300')
  await send(dialog).click()
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('HVAC')
  await openPostJob(page)
  await expect(dialog.getByLabel('Title')).toHaveValue('')
})

test('a job without bids is edited, with its photos', async ({ page }) => {
  const facility = await facilityOn(page)
  const dialog = await openPostJob(page)
  const title = uniqueTitle('Reseal')
  await fill(dialog, title)
  await choose(dialog, [fileCalled('north.png')])
  await send(dialog).click()
  await expect(dialog).toBeHidden()
  await expect(jobOn(page, title).getByRole('button', { name: /^Photo 1 of 1/ })).toBeVisible()
  await jobOn(page, title).getByRole('button', { name: 'Edit job' }).click()
  const edit = dialogOn(page, 'Edit Job')
  await edit.getByLabel('Budget').fill('2,000')
  await expect(
    edit.getByText(/^Up to 6 photos, 10 MB each: .* 1 already uploaded\.$/),
  ).toBeVisible()
  await edit.getByRole('button', { name: 'Remove photo 1' }).click()
  await choose(edit, [fileCalled('south.png'), fileCalled('east.png')])
  await edit.getByRole('button', { name: 'Save Job' }).click()
  await expect(toastOn(page, 'Job saved.')).toBeVisible()
  await expect(jobOn(page, title)).toContainText('$2,000')
  await expect(jobOn(page, title).getByRole('button', { name: /^Photo 1 of 2/ })).toBeVisible()
  const { data } = await facility.client.storage.from('documents').list(`${facility.id}/job-photo`)
  expect(data).toHaveLength(2)
})

/** Fills the session storage by trying pieces of shrinking length, down to one character. */
function fillStorage() {
  for (let size = 8_000_000; size >= 1; size = Math.floor(size / 2)) {
    try {
      sessionStorage.setItem(`filler ${size}`, 'x'.repeat(size))
    } catch {
      // This piece does not fit, but a smaller one may.
    }
  }
}

test('a job is posted with photos if the browser stores nothing', async ({ page, pageErrors }) => {
  await openAs(page, await newPerson('facility', 'Dana Whitfield'), dashboard)
  await page.evaluate(fillStorage)
  const dialog = await openPostJob(page)
  const title = uniqueTitle('Reseal')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Description').fill('Two doors.')
  await dialog.getByLabel('Budget').fill('900')
  await dialog.locator('input[type=file][multiple]').setInputFiles(fileCalled('north.png'))
  await expect(dialog.getByText(/, uploaded$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Post Job' }).click()
  await expect(jobOn(page, title)).toBeVisible()
  pageErrors.splice(0)
})
