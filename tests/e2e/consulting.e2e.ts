import type { Page } from '@playwright/test'
import { dashboard, dialogOn, insertEndedConsultation, toastOn } from './support/facility.ts'
import { book, newConsultant as newPriya, newFacility } from './support/consultant.ts'
import { expectAccessible } from './support/accessibility.ts'
import { openAs, type Person } from './support/market.ts'
import { countPresses, expectAtMostThreePresses } from './support/presses.ts'
import { expect, test } from './support/test.ts'

const consultations = '/facility/consultations'
const available = (page: Page) => page.getByRole('region', { name: 'Available Consultants' })
const mine = (page: Page) => page.getByRole('region', { name: 'Your Consultations' })

/** Creates a consultant with a unique name, in another time zone than the facility. */
async function newConsultant() {
  const consultant = await newPriya(`Vera ${crypto.randomUUID().slice(0, 8)}`)
  await consultant.client
    .from('profiles')
    .update({ time_zone: 'America/New_York' })
    .eq('id', consultant.id)
    .throwOnError()
  return consultant
}

async function openBooking(page: Page, { name }: Person) {
  await page.getByRole('button', { name: 'Consultants' }).click()
  await available(page).getByRole('searchbox').fill(name)
  await expect(available(page).getByRole('listitem')).toHaveCount(1)
  await available(page).getByRole('button', { name: 'Book Consultation' }).click()
  const dialog = dialogOn(page, 'Book Consultation')
  await expect(dialog).toContainText('Book a consultation with this consultant?')
  return dialog
}

const send = (dialog: ReturnType<typeof dialogOn>) =>
  dialog.getByRole('button', { name: 'Book Consultation' })

// @covers 2.facility-dashboard.chat-now 8.confirm.book 8.success.booked daily.three-presses-booking
test('a consultant is booked, written to and cancelled @gate', async ({ page, context }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await countPresses(context)
  await openAs(page, facility, dashboard)
  await expectAtMostThreePresses(page, async () => {
    const dialog = await openBooking(page, consultant)
    await expect(dialog).toContainText('$90, due when you book')
    await expect(dialog).toContainText('Time zone: Mountain Time')
    await expect(dialog).toContainText(new RegExp(`For ${consultant.name}: .* E[SD]T`))
    await dialog.getByLabel('Length').selectOption('30')
    await send(dialog).dblclick()
    await expect(toastOn(page, 'Consultation booked.')).toBeVisible()
  })
  await expect(available(page).getByRole('link', { name: 'Chat Now' })).toBeVisible()
  await page.getByRole('link', { name: 'Booked Consultants 1' }).click()
  await expect(mine(page).getByRole('listitem')).toHaveCount(1)
  await expect(mine(page).getByRole('listitem')).toContainText('30 minutes')
  await mine(page).getByRole('button', { name: 'Cancel Consultation' }).click()
  const cancel = dialogOn(page, 'Cancel Consultation')
  await expect(cancel).toContainText('The fee of $90 will no longer be due.')
  await cancel.getByRole('button', { name: 'Cancel Consultation' }).dblclick()
  await expect(toastOn(page, 'Consultation canceled.')).toBeVisible()
  await mine(page).getByRole('button', { name: 'Canceled 1' }).click()
  await expect(mine(page).getByRole('listitem')).toContainText('Canceled')
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Booked Consultants 0' })).toBeVisible()
  const { data } = await facility.client.from('consultations').select('duration_minutes')
  expect(data).toEqual([{ duration_minutes: 30 }])
})

test('a refused booking and a cancellation are accessible in every theme and width', async ({
  page,
}) => {
  test.slow()
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await openAs(page, facility, dashboard)
  const dialog = await openBooking(page, consultant)
  await book(facility, consultant, 3)
  await send(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText(/^You already have/)
  await expectAccessible(page, '[role=dialog]')
  await page.goto(consultations)
  await mine(page).getByRole('button', { name: 'Cancel Consultation' }).click()
  await expect(dialogOn(page, 'Cancel Consultation')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
})

// @covers 9.rating.five-stars
test('an ended consultation is reviewed by keyboard, once @gate', async ({ page }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await insertEndedConsultation(facility, consultant)
  await openAs(page, facility, dashboard)
  await page.getByRole('button', { name: /^Leave a review/ }).click()
  const dialog = dialogOn(page, 'Leave a review')
  await dialog.getByRole('button', { name: 'Leave a review' }).click()
  await expect(dialog.getByText('Choose 1 to 5 stars.')).toBeVisible()
  await dialog.getByRole('radio', { name: '1 star' }).press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: '3 stars' })).toBeChecked()
  await dialog.getByLabel('Comment').fill('Knew the <b>code</b> by heart.')
  await dialog.getByRole('button', { name: 'Leave a review' }).dblclick()
  await expect(toastOn(page, 'Review posted.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Leave a review/ })).toHaveCount(0)
  const { data } = await facility.client
    .from('reviews')
    .select('rating, comment')
    .eq('facility_id', facility.id)
  expect(data).toEqual([{ rating: 3, comment: 'Knew the <b>code</b> by heart.' }])
})
