// Tests the consultant's screens in every theme and width, with very long texts, markup and right-to-left scripts.
import type { Page } from '@playwright/test'
import {
  book,
  chooseFiles,
  testFile,
  newConsultant,
  newFacility,
  addReviewedConsultations,
  scrollToCharts,
} from './support/consultant.ts'
import { dialogOn } from './support/facility.ts'
import { expectAccessible } from './support/accessibility.ts'
import { openAs } from './support/market.ts'
import { expect, test } from './support/test.ts'

test.slow()

async function openAsStranger(page: Page, path: string) {
  const [facility, consultant] = await Promise.all([
    newFacility('W'.repeat(200)),
    newConsultant(`<i>מוסך</i>${'x'.repeat(150)}`),
  ])
  await addReviewedConsultations(facility, consultant, 12)
  await book(facility, consultant, 0.5)
  await consultant.client
    .from('profiles')
    .update({ headline: 'W'.repeat(200), services: ['y'.repeat(100)], certifications: ['בדיקה'] })
    .eq('id', consultant.id)
    .throwOnError()
  await openAs(page, consultant, path.replace(':id', consultant.id))
}

test('the overview is accessible', async ({ page }) => {
  await openAsStranger(page, '/consultant')
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
  await scrollToCharts(page)
  await expectAccessible(page)
})

test('the overview of a new consultant is accessible', async ({ page }) => {
  await openAs(page, await newConsultant(), '/consultant')
  await scrollToCharts(page)
  await expectAccessible(page)
})

test('the profile dialog is accessible', async ({ page }) => {
  await openAsStranger(page, '/consultant')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(dialogOn(page, 'Edit Your Profile').getByLabel('Headline')).toBeVisible()
  await expectAccessible(page)
})

test('the documents are accessible', async ({ page }) => {
  await openAsStranger(page, '/consultant/documents')
  await chooseFiles(page, 'Choose files', [
    testFile('a.pdf'),
    testFile('b.pdf'),
    testFile('c.txt', 'text/plain'),
  ])
  await expect(page.getByRole('link', { name: 'View Certification 2' })).toBeVisible()
  await expectAccessible(page)
})

test('the reviews are accessible', async ({ page }) => {
  await openAsStranger(page, '/consultant/reviews')
  await expect(page.getByText('1–10 of 12')).toBeVisible()
  await expectAccessible(page)
})

test("a consultant's profile is accessible", async ({ page }) => {
  await openAsStranger(page, '/consultant-profile/:id')
  await expect(page.getByText('1–10 of 12')).toBeVisible()
  await expectAccessible(page)
})

test('the page that edits the profile is accessible', async ({ page }) => {
  await openAsStranger(page, '/edit-profile')
  await expect(page.getByLabel('Headline')).toBeVisible()
  await expectAccessible(page)
})
