import type { Page, Response } from '@playwright/test'
import sharp from 'sharp'
import {
  newPerson,
  jobSearchPath,
  openAs,
  type Person,
  postJob,
  uniqueTitle,
} from './support/market.ts'
import { expect, test } from './support/test.ts'

/** Returns a photo with detail everywhere, like a photo from a camera. */
async function cameraPhoto() {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: 200, height: 150, channels: 3, background: 'black', noise } as const
  const spots = await sharp({ create }).png().toBuffer()
  return sharp(spots).resize(2048, 1536).jpeg().toBuffer()
}

async function addPhotos(facility: Person, jobId: string, photo: Buffer) {
  for (const place of [1, 2, 3, 4, 5, 6]) {
    const path = `${facility.id}/job-photo/photo-${place}.jpg`
    const sent = facility.client.storage.from('documents')
    const { error } = await sent.upload(path, photo, { contentType: 'image/jpeg' })
    if (error) throw error
    await facility.client
      .from('job_photos')
      .insert({ job_id: jobId, owner_id: facility.id, path })
      .throwOnError()
  }
}

/** Returns a list that collects the image responses of the page. */
function picturesOf(page: Page) {
  const came: Response[] = []
  page.on('response', (response) => {
    if (/\/storage\/v1\/.*[?&]token=/.test(response.url())) came.push(response)
  })
  return came
}

// @covers daily.photo-sizes
test('a list shows a thumbnail of the first photo, which opens larger', async ({ page }) => {
  test.slow()
  const facility = await newPerson('facility', 'Dana Whitfield')
  const job = await postJob(facility, { title: uniqueTitle('Loading dock') })
  const photo = await cameraPhoto()
  await addPhotos(facility, job.id, photo)
  const came = picturesOf(page)
  await openAs(page, await newPerson('contractor', 'Ruth Ellison'), jobSearchPath(job.title))
  const thumbnail = page.getByRole('button', { name: /^Photo 1 of 6: / })
  await expect(thumbnail.locator('img')).toHaveJSProperty('naturalWidth', 192)
  const [response, ...others] = came
  expect(others).toEqual([])
  expect(response?.url()).toMatch(/\/render\/image\/sign\/.*&width=192$/)
  expect(response?.headers()['content-type']).toBe('image/webp')
  const bytes = (await response?.body())?.length ?? Infinity
  expect(bytes * 20).toBeLessThan(photo.length)
  await thumbnail.click()
  const large = page.getByRole('img', { name: /^Photo 1 of 6: / })
  await expect(large).toHaveJSProperty('naturalWidth', 768)
})
