import { writeFile } from 'node:fs/promises'
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
import { newPerson, openAs, placeBid, postJob, uniqueTitle } from './support/market.ts'
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
  await job.getByRole('button', { name: 'Details and 2 photos' }).click()
  await expect(job.getByText('Two doors.')).toBeVisible()
  await expect(job.getByRole('button', { name: /^Photo \d of 2/ })).toHaveCount(2)
  const { data } = await facility.client.from('jobs').select('budget, job_photos(path)')
  expect(data).toMatchObject([{ budget: 1250.5, job_photos: [{}, {}] }])
})

// @covers daily.job-values 5.job.required
test('missing, invalid and oversized values are reported at their fields, and the input is kept @gate', async ({
  page,
}) => {
  const facility = await facilityOn(page)
  const dialog = await openPostJob(page)
  await send(dialog).click()
  for (const words of ['Enter a title.', 'Describe the work.', 'Enter a budget.']) {
    await expect(dialog.getByText(words)).toBeVisible()
  }
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await fill(dialog, 'x'.repeat(201))
  await dialog.getByLabel('Description').fill('x'.repeat(5001))
  await dialog.getByLabel('Location').fill('x'.repeat(201))
  const budget = dialog.getByLabel('Budget')
  for (const wrong of ['12.345', '-1', '1e9', '0', 'ten', '<b>5</b>', '10,000,000']) {
    await budget.fill(wrong)
    await send(dialog).click()
    await expect(dialog.getByText(/^Enter an amount such as/)).toBeVisible()
    await expect(dialog.getByText('Use at most 200 characters.')).toHaveCount(2)
    await expect(dialog.getByText('Use at most 5,000 characters.')).toBeVisible()
    await expect(budget).toHaveValue(wrong)
  }
  const { data } = await facility.client.from('jobs').select('id')
  expect(data).toEqual([])
})

// @covers daily.job-markup
test('markup, right-to-left and 200 characters are text', async ({ page }) => {
  await facilityOn(page)
  const dialog = await openPostJob(page)
  const title = `<img src=x onerror=alert(1)> إصلاح ${'w'.repeat(160)}`
  await fill(dialog, title)
  await dialog.getByLabel('Description').fill('<script>alert(2)</script>')
  await send(dialog).click()
  await expect(dialog).toBeHidden()
  const job = jobOn(page, title)
  await job.getByRole('button', { name: 'Details' }).click()
  await expect(job.getByText('<script>alert(2)</script>')).toBeVisible()
})

// @covers daily.photo-refused
test('a wrong file, an oversized photo and a seventh are refused by name', async ({
  page,
}, info) => {
  const huge = info.outputPath('huge.png')
  await writeFile(huge, Buffer.alloc(30_000_000))
  const plan = info.outputPath('plan.pdf')
  await writeFile(plan, '%PDF-1.7')
  await facilityOn(page)
  const dialog = await openPostJob(page)
  await dialog.locator(photosInput).setInputFiles([plan, huge])
  await expect(dialog.getByText("plan.pdf wasn't added.")).toContainText('Use PNG')
  await expect(dialog.getByText("huge.png wasn't added.")).toContainText('larger than 10 MB')
  const seven = [1, 2, 3, 4, 5, 6, 7].map((place) => fileCalled(`${place}.png`))
  await choose(dialog, seven)
  await expect(dialog.getByText("7.png wasn't added. The limit is 6 photos.")).toBeVisible()
  await expect(dialog.getByText(/, uploaded$/)).toHaveCount(6)
})

test('a file with wrong bytes is refused by the server, and can be removed', async ({ page }) => {
  await facilityOn(page)
  const dialog = await openPostJob(page)
  await choose(dialog, [fileCalled('fake.png', 'image/png', 500)])
  await expect(dialog.getByRole('button', { name: 'Retry fake.png' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove fake.png' }).click()
  await expect(dialog.getByText('fake.png')).toBeHidden()
})

test('a failed photo does not lose the job, and is retried @gate', async ({ page, complaints }) => {
  const facility = await facilityOn(page)
  const photos = '**/storage/v1/object/documents/**'
  await page.route(photos, (route) => route.fulfill({ status: 503, json: {} }))
  const dialog = await openPostJob(page)
  await fill(dialog, uniqueTitle('Reseal'))
  await choose(dialog, [fileCalled('north.png')])
  await expect(dialog.getByRole('button', { name: 'Retry north.png' })).toBeVisible()
  await send(dialog).click()
  await expect(
    dialog.getByText(/^The job was posted, but not everything was saved\./),
  ).toBeVisible()
  await page.unroute(photos)
  await send(dialog).click()
  await expect(dialog).toBeHidden()
  const { data } = await facility.client.from('jobs').select('job_photos(path)')
  expect(data).toMatchObject([{ job_photos: [{}] }])
  complaints.splice(0)
})

test('discarded photos are deleted', async ({ page }) => {
  const facility = await facilityOn(page)
  const stored = async () => {
    const files = facility.client.storage.from('documents')
    const { data } = await files.list(`${facility.id}/job-photo`)
    return data?.length
  }
  const dialog = await openPostJob(page)
  await choose(dialog, [fileCalled('north.png'), fileCalled('south.png'), fileCalled('east.png')])
  await expect(dialog.getByText(/, uploaded$/)).toHaveCount(3)
  expect(await stored()).toBe(3)
  await dialog.getByRole('button', { name: 'Remove south.png' }).click()
  await expect.poll(stored).toBe(2)
  await page.reload()
  await openPostJob(page)
  await expect.poll(stored).toBe(0)
  const gone = dialog.getByText('Your 2 photos weren’t saved. Please add them again.')
  await expect(gone).toBeVisible()
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await expect(gone).toBeHidden()
})

// @covers daily.back-dialog
test('a draft survives closing, a reload and Back, and is deleted once it is posted @gate', async ({
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
  await expect(jobOn(page, title)).toContainText('HVAC')
  await openPostJob(page)
  await expect(dialog.getByLabel('Title')).toHaveValue('')
})

test('a double click posts one job, even if the response was lost @gate', async ({
  page,
  complaints,
}) => {
  const facility = await facilityOn(page)
  const dialog = await openPostJob(page)
  await fill(dialog, uniqueTitle('Reseal'))
  let isLost = true
  await page.route('**/rest/v1/jobs?select=id', async (route) => {
    if (!isLost) return route.continue()
    await route.fetch()
    isLost = false
    await route.abort()
  })
  await send(dialog).dblclick()
  await expect(dialog.getByText(/^Can't reach Mendwell/)).toBeVisible()
  await send(dialog).click()
  await expect(dialog).toBeHidden()
  const { data } = await facility.client.from('jobs').select('id')
  expect(data).toHaveLength(1)
  complaints.splice(0)
})

test('a job without bids is edited, with its photos @gate', async ({ page }) => {
  const facility = await facilityOn(page)
  const dialog = await openPostJob(page)
  const title = uniqueTitle('Reseal')
  await fill(dialog, title)
  await choose(dialog, [fileCalled('north.png')])
  await send(dialog).click()
  await expect(dialog).toBeHidden()
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
  await expect(jobOn(page, title)).toContainText('$2,000.00')
  await expect(jobOn(page, title)).toContainText('Details and 2 photos')
  const { data } = await facility.client.storage.from('documents').list(`${facility.id}/job-photo`)
  expect(data).toHaveLength(2)
})

test('a photo whose removal was not saved stays with the job', async ({ page }) => {
  await facilityOn(page)
  const dialog = await openPostJob(page)
  const title = uniqueTitle('Reseal')
  await fill(dialog, title)
  await choose(dialog, [fileCalled('north.png')])
  await send(dialog).click()
  await expect(dialog).toBeHidden()
  const edit = dialogOn(page, 'Edit Job')
  await jobOn(page, title).getByRole('button', { name: 'Edit job' }).click()
  await edit.getByRole('button', { name: 'Remove photo 1' }).click()
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await expect(edit).toBeHidden()
  await jobOn(page, title).getByRole('button', { name: 'Edit job' }).click()
  await expect(edit.getByRole('button', { name: 'Remove photo 1' })).toBeVisible()
  await edit.getByLabel('Budget').fill('2,000')
  await edit.getByRole('button', { name: 'Save Job' }).click()
  await expect(jobOn(page, title)).toContainText('$2,000.00')
  await expect(jobOn(page, title)).toContainText('Details and 1 photo')
})

test('a bid that arrives while a job is edited is named as the reason', async ({ page }) => {
  const [facility, contractor] = await Promise.all([
    newPerson('facility', 'Dana Whitfield'),
    newPerson('contractor', 'Ruth Ellison'),
  ])
  const { id, title } = await postJob(facility, { title: uniqueTitle('Reseal') })
  await openAs(page, facility, dashboard)
  await jobOn(page, title).getByRole('button', { name: 'Edit job' }).click()
  const edit = dialogOn(page, 'Edit Job')
  await edit.getByLabel('Title').fill('Another title')
  await placeBid(contractor, id, 900)
  await edit.getByRole('button', { name: 'Save Job' }).click()
  await expect(edit.getByText('This job has bids and cannot be changed.')).toBeVisible()
  await expect(edit.getByLabel('Title')).toHaveValue('Another title')
  await expect(jobOn(page, title).getByRole('button', { name: 'Edit job' })).toBeHidden()
})
