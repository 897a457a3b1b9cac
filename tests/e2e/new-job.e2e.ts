import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './support/accessibility.ts'
import { dashboard, jobOn, toastOn } from './support/facility.ts'
import {
  acceptBid,
  newPerson,
  openAs,
  type Person,
  placeBid,
  postJob,
  uniqueTitle,
} from './support/market.ts'
import { expect, test } from './support/test.ts'

const newJob = '/facility/jobs/new'
const form = (page: Page) => page.getByRole('form', { name: 'New job' })
const photosOn = (page: Page) => form(page).getByRole('list', { name: 'Photos' }).getByRole('img')
const photoNames = (page: Page) =>
  photosOn(page).evaluateAll((images) => images.map((image) => image.getAttribute('alt')))

async function photo(name: string, background: string) {
  const create = { width: 64, height: 48, channels: 3, background } as const
  return { name, mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() }
}

/** Waits until the browser has decoded every photo, so that no address is broken. */
const expectShown = (page: Page, count: number) =>
  expect
    .poll(() =>
      photosOn(page).evaluateAll(
        (images) =>
          images.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)
            .length,
      ),
    )
    .toBe(count)

async function storedPhotos({ client }: Person, title: string) {
  const { data } = await client
    .from('jobs')
    .select('id, job_photos(path, position)')
    .eq('title', title)
    .eq('status', 'open')
    .single()
    .throwOnError()
  const photos = data.job_photos.toSorted((one, other) => one.position - other.position)
  return { id: data.id, paths: photos.map(({ path }) => path) }
}

// @covers daily.new-job-draft daily.photo-order
test('a draft with photos survives a reload, and is posted in its order @gate', async ({
  page,
  pageErrors,
}) => {
  const facility = await newPerson('facility', 'Dana Whitfield')
  await openAs(page, facility, dashboard)
  await page.getByRole('button', { name: 'Post Job' }).first().click()
  const title = uniqueTitle('Reseal the dock')
  await page.getByRole('dialog').getByLabel('Title').fill(title)
  await page.getByRole('link', { name: 'Use the full page' }).click()
  await expect(page).toHaveURL(newJob)
  await expect(form(page).getByLabel('Title')).toHaveValue(title)
  await form(page).getByLabel('Description').fill('Two doors.')
  await form(page).getByLabel('Budget').fill('9.2k')
  const files = await Promise.all([photo('north.png', '#27706a'), photo('south.png', '#a05a2c')])
  await form(page).locator('input[type=file][multiple]').setInputFiles(files)
  await expect(form(page).getByText(', uploaded')).toHaveCount(2)
  await photosOn(page).nth(1).dragTo(photosOn(page).first())
  await expect.poll(() => photoNames(page)).toEqual(['south.png', 'north.png'])
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  await page.reload()
  await expect(form(page).getByLabel('Title')).toHaveValue(title)
  await expect.poll(() => photoNames(page)).toEqual(['south.png', 'north.png'])
  await expectShown(page, 2)
  const preview = page.getByRole('region', { name: 'Preview for contractors' })
  await expect(preview.getByText('$9,200')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await form(page).getByRole('button', { name: 'Post Job' }).click()
  await expect(toastOn(page, 'Job posted.')).toBeVisible()
  const { id, paths } = await storedPhotos(facility, title)
  await expect(page).toHaveURL(`/facility/jobs/${id}`)
  await expect(page.getByRole('region', { name: 'Money' })).toContainText('$9,200')
  const colors = await Promise.all(paths.map((path) => colorOf(facility, path)))
  expect(colors).toEqual([
    [160, 90, 44],
    [39, 112, 106],
  ])
  await page.goto(newJob)
  await expect(form(page).getByLabel('Title')).toHaveValue('')
  await expect(photosOn(page)).toHaveCount(0)
  expect(pageErrors).toEqual([])
})

async function colorOf({ client }: Person, path: string) {
  const { data, error } = await client.storage.from('documents').download(path)
  if (error) throw error
  const { channels } = await sharp(Buffer.from(await data.arrayBuffer())).stats()
  return channels.slice(0, 3).map(({ mean }) => mean)
}

// @covers daily.post-again
test('a finished job is posted again, with copies of its photos', async ({ page }) => {
  const facility = await newPerson('facility', 'Dana Whitfield')
  const contractor = await newPerson('contractor', 'Ruth Ellison')
  const title = uniqueTitle('Clean the gutters')
  const job = await postJob(facility, { title })
  const path = `${facility.id}/job-photo/gutter.png`
  const { buffer } = await photo('gutter.png', '#3b5b92')
  const uploaded = await facility.client.storage
    .from('documents')
    .upload(path, buffer, { contentType: 'image/png' })
  expect(uploaded.error).toBeNull()
  await facility.client
    .from('job_photos')
    .insert({ job_id: job.id, owner_id: facility.id, path })
    .throwOnError()
  await acceptBid(facility, job.id, await placeBid(contractor, job.id, 900))
  await contractor.client
    .from('jobs')
    .update({ status: 'finished' })
    .eq('id', job.id)
    .throwOnError()

  await openAs(page, facility, `${dashboard}?job=${job.id}`)
  await jobOn(page, title)
    .getByRole('button', { name: `More for ${title}` })
    .click()
  await page.getByRole('menuitem', { name: 'Post again' }).click()
  await expect(form(page).getByLabel('Title')).toHaveValue(title)
  await expect(form(page).getByLabel('Location')).toHaveValue('Lakewood')
  await expectShown(page, 1)
  await form(page).getByRole('button', { name: 'Post Job' }).click()
  await expect(toastOn(page, 'Job posted.')).toBeVisible()
  const { paths } = await storedPhotos(facility, title)
  expect(paths).toHaveLength(1)
  expect(paths).not.toContain(path)
  expect(await colorOf(facility, paths[0] ?? '')).toEqual([59, 91, 146])
})
