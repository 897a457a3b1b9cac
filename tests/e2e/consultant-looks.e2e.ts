// The consultant's screens in every theme and width, with the longest and strangest names.
import type { Page } from '@playwright/test'
import {
  book,
  choose,
  file,
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

test('the overview', async ({ page }) => {
  await openAsStranger(page, '/consultant')
  await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()
  await scrollToCharts(page)
  await expectAccessible(page)
})

test('the overview of a new consultant', async ({ page }) => {
  await openAs(page, await newConsultant(), '/consultant')
  await scrollToCharts(page)
  await expectAccessible(page)
})

test('the dialog', async ({ page }) => {
  await openAsStranger(page, '/consultant')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(dialogOn(page, 'Edit Your Profile').getByLabel('Headline')).toBeVisible()
  await expectAccessible(page)
})

test('the documents', async ({ page }) => {
  await openAsStranger(page, '/consultant/documents')
  await choose(page, 'Choose files', [file('a.pdf'), file('b.pdf'), file('c.txt', 'text/plain')])
  await expect(page.getByRole('link', { name: 'View Certification 2' })).toBeVisible()
  await expectAccessible(page)
})

test('the reviews', async ({ page }) => {
  await openAsStranger(page, '/consultant/reviews')
  await expect(page.getByText('1–10 of 12')).toBeVisible()
  await expectAccessible(page)
})

test("a user's own profile", async ({ page }) => {
  await openAsStranger(page, '/consultant-profile/:id')
  await expect(page.getByText('1–10 of 12')).toBeVisible()
  await expectAccessible(page)
})

test('the page of the profile', async ({ page }) => {
  await openAsStranger(page, '/edit-profile')
  await expect(page.getByLabel('Headline')).toBeVisible()
  await expectAccessible(page)
})
