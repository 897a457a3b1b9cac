import type { Page } from '@playwright/test'
import { dashboard, dialogOn, endedConsultation, toastOn } from './support/facility.ts'
import { book } from './support/consultant.ts'
import { newPerson, openAs, type Person } from './support/market.ts'
import { expect, test } from './support/test.ts'

const consultations = `${dashboard}?view=consultations`
const available = (page: Page) => page.getByRole('region', { name: 'Available Consultants' })
const mine = (page: Page) => page.getByRole('region', { name: 'Your Consultations' })

/** With a name that nobody else has, and a fee. */
async function newConsultant() {
  const name = `Vera ${crypto.randomUUID().slice(0, 8)}`
  const consultant = await newPerson('consultant', name)
  await consultant.client
    .from('profiles')
    .update({ consultation_fee: 90, time_zone: 'America/New_York' })
    .eq('id', consultant.id)
    .throwOnError()
  return consultant
}

const newFacility = () => newPerson('facility', 'Dana Whitfield')

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

test('a consultant is booked, talked to, and cancelled', async ({ page }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await openAs(page, facility, dashboard)
  const dialog = await openBooking(page, consultant)
  await expect(dialog).toContainText('$90.00')
  await expect(dialog).toContainText('Time zone: Mountain Time')
  await expect(dialog).toContainText(new RegExp(`For ${consultant.name}: .* E[SD]T`))
  await dialog.getByLabel('Length').selectOption('30')
  await send(dialog).dblclick()
  await expect(toastOn(page, 'Consultation booked.')).toBeVisible()
  await expect(available(page).getByRole('link', { name: 'Chat Now' })).toBeVisible()
  await page.getByRole('link', { name: 'Booked Consultants 1' }).click()
  await expect(mine(page).getByRole('listitem')).toHaveCount(1)
  await expect(mine(page).getByRole('listitem')).toContainText('30 minutes')
  await mine(page).getByRole('button', { name: 'Cancel Consultation' }).click()
  const cancel = dialogOn(page, 'Cancel Consultation')
  await expect(cancel).toContainText('$90.00 is not due any more.')
  await cancel.getByRole('button', { name: 'Cancel Consultation' }).dblclick()
  await expect(toastOn(page, 'Consultation cancelled.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Booked Consultants 0' })).toBeVisible()
  await mine(page).getByRole('button', { name: 'Cancelled 1' }).click()
  await expect(mine(page).getByRole('listitem')).toContainText('Cancelled')
  const { data } = await facility.client.from('consultations').select('duration_minutes')
  expect(data).toEqual([{ duration_minutes: 30 }])
})

test('the next consultation stands first, by the clocks of both profiles', async ({
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

test('a time that is taken is refused with what to do, and nothing is lost', async ({ page }) => {
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
    'Something went wrong. The consultant is taken at this time. Choose another time.',
  )
  await expect(field).toHaveValue(usual)
  const later = usual.replace(/T\d\d/, (hour) => (hour === 'T23' ? 'T21' : 'T23'))
  await field.fill(later)
  await send(dialog).click()
  await expect(toastOn(page, 'Consultation booked.')).toBeVisible()
})

test('the chat of an ended consultation stays beside booking another one', async ({ page }) => {
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

test('an ended consultation is reviewed by keyboard, once', async ({ page }) => {
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
  await expect(toastOn(page, 'Review left.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Leave a review/ })).toHaveCount(0)
  const { data } = await facility.client
    .from('reviews')
    .select('rating, comment')
    .eq('facility_id', facility.id)
  expect(data).toEqual([{ rating: 3, comment: 'Knew the <b>code</b> by heart.' }])
})

test('a payment is recorded with its reference', async ({ page, browser }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await endedConsultation(facility, consultant)
  await openAs(page, facility, `${dashboard}?view=payments`)
  const payments = page.getByRole('region', { name: 'Your Payments' })
  await payments.getByRole('button', { name: 'Record payment' }).click()
  const dialog = dialogOn(page, 'Record payment')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog.getByText('Enter a reference.')).toBeVisible()
  await dialog.getByLabel('Reference').fill('ACH 4711')
  await dialog.getByRole('button', { name: 'Record payment' }).dblclick()
  await expect(toastOn(page, 'Payment recorded.')).toBeVisible()
  await expect(payments.getByText('No payments due.')).toBeVisible()
  await payments.getByRole('button', { name: 'Past' }).click()
  await expect(payments.getByRole('row', { name: /ACH 4711/ })).toContainText('Paid')
  const other = await (await browser.newContext()).newPage()
  await openAs(other, consultant, '/consultant')
  const received = other.getByRole('table', { name: 'Payments to you' })
  await expect(received.getByRole('row', { name: /ACH 4711/ })).toContainText('Paid')
})

test('what was paid on another screen meanwhile says so', async ({ page }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await endedConsultation(facility, consultant)
  await openAs(page, facility, consultations)
  await page.getByRole('button', { name: /^Record payment/ }).click()
  const dialog = dialogOn(page, 'Record payment')
  const { data: payment } = await facility.client
    .from('payments')
    .select('id')
    .single()
    .throwOnError()
  await facility.client
    .rpc('record_payment', { payment_id: payment.id, reference: 'Elsewhere' })
    .throwOnError()
  await dialog.getByLabel('Reference').fill('ACH 4711')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This payment is paid.')
  await expect(dialog.getByLabel('Reference')).toHaveValue('ACH 4711')
})
