// A request whose response was lost takes effect once, even if it is retried.
import type { Locator, Page } from '@playwright/test'
import { newConsultant, newFacility } from './support/consultant.ts'
import { dashboard, dialogOn, endedConsultation, openPostJob, toastOn } from './support/facility.ts'
import { loseNextAnswer } from './support/lost-answer.ts'
import { openAs } from './support/market.ts'
import { expect, test } from './support/test.ts'

const unreachable = /Can't reach Mendwell\./

/** Submits a dialog whose first response is lost, and submits it again. */
async function sendTwice(page: Page, dialog: Locator, button: string, address: string) {
  await loseNextAnswer(page, address)
  const send = dialog.getByRole('button', { name: button })
  await send.click()
  await expect(dialog.getByText(unreachable)).toBeVisible()
  await send.click()
}

test.afterEach(({ complaints }) => void complaints.splice(0))

test('a consultation is booked once @gate', async ({ page }) => {
  const [facility, consultant] = await Promise.all([
    newFacility(),
    newConsultant(`Vera ${crypto.randomUUID().slice(0, 8)}`),
  ])
  await openAs(page, facility, `${dashboard}?consultants=shown`)
  const available = page.getByRole('region', { name: 'Available Consultants' })
  await available.getByRole('searchbox').fill(consultant.name)
  await expect(available.getByRole('listitem')).toHaveCount(1)
  await available.getByRole('button', { name: 'Book Consultation' }).click()
  const dialog = dialogOn(page, 'Book Consultation')
  await sendTwice(page, dialog, 'Book Consultation', '**/rest/v1/consultations?select=fee')
  await expect(toastOn(page, 'Consultation booked.')).toBeVisible()
  const { data } = await facility.client.from('consultations').select('status')
  expect(data).toEqual([{ status: 'booked' }])
})

test('a payment is recorded @gate', async ({ page }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await endedConsultation(facility, consultant)
  await openAs(page, facility, dashboard)
  await page.getByRole('button', { name: /^Record payment/ }).click()
  const dialog = dialogOn(page, 'Record payment')
  await dialog.getByLabel('Reference').fill('ACH 4711')
  await sendTwice(page, dialog, 'Record payment', '**/rest/v1/rpc/record_payment')
  await expect(toastOn(page, 'Payment recorded.')).toBeVisible()
})

test('a review is left once', async ({ page }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await endedConsultation(facility, consultant)
  await openAs(page, facility, dashboard)
  await page.getByRole('button', { name: /^Leave a review/ }).click()
  const dialog = dialogOn(page, 'Leave a review')
  await dialog.getByRole('radio', { name: '4 stars' }).press('Space')
  await sendTwice(page, dialog, 'Leave a review', '**/rest/v1/reviews')
  await expect(toastOn(page, 'Review posted.')).toBeVisible()
  const { data } = await facility.client
    .from('reviews')
    .select('rating')
    .eq('facility_id', facility.id)
  expect(data).toEqual([{ rating: 4 }])
})

test('an existing review is reported', async ({ page }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await endedConsultation(facility, consultant)
  await openAs(page, facility, dashboard)
  await page.getByRole('button', { name: /^Leave a review/ }).click()
  const dialog = dialogOn(page, 'Leave a review')
  await dialog.getByRole('radio', { name: '4 stars' }).press('Space')
  await loseNextAnswer(page, '**/rest/v1/reviews')
  const send = dialog.getByRole('button', { name: 'Leave a review' })
  await send.click()
  await expect(dialog.getByText(unreachable)).toBeVisible()
  await dialog.getByLabel('Comment').fill('Knew the code by heart.')
  await send.click()
  await expect(dialog.getByText('You already reviewed this consultation.')).toBeVisible()
})

async function writeJob(page: Page) {
  const facility = await newFacility()
  await openAs(page, facility, dashboard)
  const dialog = await openPostJob(page)
  await dialog.getByLabel('Title').fill('Reseal the dock')
  await dialog.getByLabel('Description').fill('Two doors.')
  await dialog.getByLabel('Budget').fill('1,250')
  return { facility, dialog, send: dialog.getByRole('button', { name: 'Post Job' }) }
}

test('a job that is edited before a retry is one job, as edited', async ({ page }) => {
  const { facility, dialog, send } = await writeJob(page)
  await loseNextAnswer(page, '**/rest/v1/jobs?select=id')
  await send.click()
  await expect(dialog.getByText(unreachable)).toBeVisible()
  await dialog.getByLabel('Title').fill('Reseal both docks')
  await send.click()
  await expect(toastOn(page, 'Job posted.')).toBeVisible()
  const { data } = await facility.client.from('jobs').select('title')
  expect(data).toEqual([{ title: 'Reseal both docks' }])
})

test('a job that was lost and then refused is posted as edited', async ({ page }) => {
  const { facility, dialog, send } = await writeJob(page)
  let tries = 0
  await page.route('**/rest/v1/jobs?select=id', (route) => {
    tries += 1
    if (tries === 1) return route.abort()
    return tries === 2 ? route.fulfill({ status: 400, json: {} }) : route.fallback()
  })
  await send.click()
  await expect(dialog.getByText(unreachable)).toBeVisible()
  await dialog.getByLabel('Title').fill('Reseal both docks')
  await send.click()
  await expect(toastOn(page, 'Job posted.')).toBeVisible()
  const { data } = await facility.client.from('jobs').select('title')
  expect(data).toEqual([{ title: 'Reseal both docks' }])
})

test('a job that is written after closing is a new one', async ({ page }) => {
  const { facility, dialog, send } = await writeJob(page)
  await loseNextAnswer(page, '**/rest/v1/jobs?select=id')
  await send.click()
  await expect(dialog.getByText(unreachable)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await openPostJob(page)
  await dialog.getByLabel('Title').fill('Paint the fence')
  await send.click()
  await expect(toastOn(page, 'Job posted.')).toBeVisible()
  const { data } = await facility.client.from('jobs').select('title').order('created_at')
  expect(data).toEqual([{ title: 'Reseal the dock' }, { title: 'Paint the fence' }])
})
