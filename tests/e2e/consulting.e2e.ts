import type { Page } from '@playwright/test'
import { dashboard, dialogOn, endedConsultation, toastOn } from './support/facility.ts'
import { book, newConsultant as newPriya, newFacility } from './support/consultant.ts'
import { expectAccessible } from './support/accessibility.ts'
import { openAs, type Person, postJob, uniqueTitle } from './support/market.ts'
import { countPresses, inThreePresses } from './support/presses.ts'
import { expect, test } from './support/test.ts'

const consultations = `${dashboard}?view=consultations`
const available = (page: Page) => page.getByRole('region', { name: 'Available Consultants' })
const mine = (page: Page) => page.getByRole('region', { name: 'Your Consultations' })

/** A consultant with a unique name, in another time zone than the facility. */
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
  await inThreePresses(page, async () => {
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
  await expect(toastOn(page, 'Consultation cancelled.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Booked Consultants 0' })).toBeVisible()
  await mine(page).getByRole('button', { name: 'Cancelled 1' }).click()
  await expect(mine(page).getByRole('listitem')).toContainText('Cancelled')
  const { data } = await facility.client.from('consultations').select('duration_minutes')
  expect(data).toEqual([{ duration_minutes: 30 }])
})

test('a consultation is booked about a job', async ({ page }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  const { id, title } = await postJob(facility, { title: uniqueTitle('Reseal') })
  await openAs(page, facility, dashboard)
  const dialog = await openBooking(page, consultant)
  await dialog.getByLabel('Job').selectOption(title)
  await send(dialog).click()
  await expect(toastOn(page, 'Consultation booked.')).toBeVisible()
  await page.getByRole('link', { name: 'Booked Consultants 1' }).click()
  await expect(mine(page).getByRole('listitem')).toContainText(title)
  const { data } = await facility.client.from('consultations').select('job_id')
  expect(data).toEqual([{ job_id: id }])
})

test('the next consultation comes first, with the times of both profiles', async ({
  page,
  browser,
}) => {
  const [facility, near, far] = await Promise.all([newFacility(), newConsultant(), newConsultant()])
  const home = { time_zone: 'America/Los_Angeles' }
  await facility.client.from('profiles').update(home).eq('id', facility.id).throwOnError()
  await book(facility, far, 5)
  await book(facility, near, 2)
  await openAs(page, facility, consultations)
  await expect(mine(page).getByRole('listitem')).toHaveText([
    new RegExp(`${near.name}.* P[SD]T.*For ${near.name}: .* E[SD]T`),
    new RegExp(`${far.name}.* P[SD]T.*For ${far.name}: .* E[SD]T`),
  ])
  await mine(page).getByRole('button', { name: 'Upcoming and past 2' }).click()
  await expect(mine(page).getByRole('listitem').first()).toContainText(far.name)
  await mine(page).getByRole('button', { name: 'Cancel Consultation' }).first().click()
  const cancel = dialogOn(page, 'Cancel Consultation')
  await expect(cancel).toContainText(/ P[SD]T\. For .*: .* E[SD]T\./)
  const other = await (await browser.newContext()).newPage()
  await openAs(other, near, '/consultant')
  await expect(mine(other).getByRole('listitem')).toHaveText(
    / E[SD]T.*For Dana Whitfield: .* P[SD]T/,
  )
})

test('cancelling does not claim that a paid fee is no longer due', async ({ page }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await book(facility, consultant, 3)
  const { data: payment } = await facility.client
    .from('payments')
    .select('id')
    .single()
    .throwOnError()
  await facility.client
    .rpc('record_payment', { payment_id: payment.id, reference: 'ACH 4711' })
    .throwOnError()
  await openAs(page, facility, consultations)
  await mine(page).getByRole('button', { name: 'Cancel Consultation' }).click()
  const cancel = dialogOn(page, 'Cancel Consultation')
  await expect(cancel).toContainText('The fee of $90 was paid. An admin can refund it.')
  await expect(cancel).not.toContainText('no longer be due')
  await expectAccessible(page, '[role=dialog]')
})

test('a fee that changes while the dialog is open is reported with the booking @gate', async ({
  page,
}) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await openAs(page, facility, dashboard)
  const dialog = await openBooking(page, consultant)
  await expect(dialog).toContainText('$90, due when you book')
  await consultant.client
    .from('profiles')
    .update({ consultation_fee: 250 })
    .eq('id', consultant.id)
    .throwOnError()
  await send(dialog).click()
  const words = 'Consultation booked. The fee changed: $250 is due.'
  await expect(toastOn(page, words)).toBeVisible()
})

test('a consultant who hides while the dialog is open cannot be booked, and the dialog explains it', async ({
  page,
}) => {
  test.slow()
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await openAs(page, facility, dashboard)
  const dialog = await openBooking(page, consultant)
  await dialog.getByLabel('Length').selectOption('30')
  await consultant.client
    .from('profiles')
    .update({ is_hidden: true })
    .eq('id', consultant.id)
    .throwOnError()
  await send(dialog).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Something went wrong. This consultant can no longer be booked.',
  )
  await expect(dialog.getByLabel('Length')).toHaveValue('30')
  await expectAccessible(page, '[role=dialog]')
})

/**
 * The next days on which the clocks in Denver change. The hour after 2 AM is skipped, or the hour
 * after 1 AM comes twice.
 */
function changesOfClocks() {
  const sunday = (month: number, earliest: number) => {
    const days = [0, 1].map((ahead) => {
      const day = new Date(Date.UTC(new Date().getUTCFullYear() + ahead, month, earliest))
      day.setUTCDate(earliest + ((7 - day.getUTCDay()) % 7))
      return day.toISOString().slice(0, 10)
    })
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    return days.find((day) => day > soon) ?? ''
  }
  return { spring: sunday(2, 8), autumn: sunday(10, 1) }
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)

test('an impossible time is refused with a message, and the input is kept', async ({ page }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await openAs(page, facility, dashboard)
  const dialog = await openBooking(page, consultant)
  const field = dialog.getByLabel('Date and time')
  const { spring, autumn } = changesOfClocks()
  await dialog.getByLabel('Length').selectOption('30')
  for (const [reading, words] of [
    ['', 'Choose a date and time.'],
    [`${spring}T02:30`, 'Clocks go forward that day, so this time does not exist.'],
    [inDays(-2), 'Choose a time within the next 12 months. A time in the past cannot be booked.'],
    [inDays(730), 'Choose a time within the next 12 months. A time in the past cannot be booked.'],
  ] as const) {
    await field.fill(reading)
    await send(dialog).click()
    await expect(dialog.getByText(words)).toBeVisible()
    await expect(field).toHaveValue(reading)
  }
  await field.fill(`${autumn}T01:30`)
  await expect(dialog).toContainText(
    'Clocks go back that day, so this time comes twice. We use the first one (MDT).',
  )
  const elsewhere = await book(facility, consultant, 3)
  await send(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'You already have a consultation with this consultant. Write in its chat, or cancel it first.',
  )
  await expect(dialog.getByLabel('Length')).toHaveValue('30')
  await facility.client
    .from('consultations')
    .update({ status: 'cancelled' })
    .eq('id', elsewhere)
    .throwOnError()
  await send(dialog).click()
  await expect(toastOn(page, 'Consultation booked.')).toBeVisible()
  const { data } = await facility.client
    .from('consultations')
    .select('scheduled_at, duration_minutes')
    .eq('status', 'booked')
    .single()
    .throwOnError()
  expect(new Date(data.scheduled_at).toISOString()).toBe(`${autumn}T07:30:00.000Z`)
  expect(data.duration_minutes).toBe(30)
})

// @covers 8.booking.failed
test('a taken time is refused with advice, and the input is kept @gate', async ({ page }) => {
  const [facility, rival, consultant] = await Promise.all([
    newFacility(),
    newFacility(),
    newConsultant(),
  ])
  await openAs(page, facility, dashboard)
  const dialog = await openBooking(page, consultant)
  const field = dialog.getByLabel('Date and time')
  const usual = await field.inputValue()
  const at = new Date(Math.ceil((Date.now() + 86_400_000) / 3_600_000) * 3_600_000)
  await rival.client
    .from('consultations')
    .insert({
      facility_id: rival.id,
      consultant_id: consultant.id,
      scheduled_at: at.toISOString(),
      duration_minutes: 60,
    })
    .throwOnError()
  await send(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'Something went wrong. This consultant is unavailable then. Choose another time.',
  )
  await expect(field).toHaveValue(usual)
  const later = usual.replace(/T\d\d/, (hour) => (hour === 'T23' ? 'T21' : 'T23'))
  await field.fill(later)
  await send(dialog).click()
  await expect(toastOn(page, 'Consultation booked.')).toBeVisible()
})

test('the chat of an ended consultation stays next to booking another one', async ({ page }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await endedConsultation(facility, consultant)
  const { data: ended } = await facility.client.from('consultations').select('id').single()
  await openAs(page, facility, `/profile?id=${consultant.id}`)
  const past = page.getByRole('link', { name: 'Past chat' })
  await expect(past).toHaveAttribute('href', `/chat/consultation/${ended?.id}`)
  await page.goto(`/consultants?q=${encodeURIComponent(consultant.name)}`)
  await expect(page.getByRole('button', { name: 'Book Consultation' })).toBeVisible()
  await past.click()
  await expect(page.getByRole('heading', { name: consultant.name })).toBeVisible()
})

// @covers 9.rating.five-stars
test('an ended consultation is reviewed by keyboard, once @gate', async ({ page }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await endedConsultation(facility, consultant)
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
