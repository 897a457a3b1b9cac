import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { newAccount } from './support/accounts.ts'
import { watchIdle } from './support/idle-page.ts'
import {
  book,
  newConsultant,
  newFacility,
  addReviewedConsultations,
  scrollToCharts,
} from './support/consultant.ts'
import { inDatabase } from './support/database.ts'
import { dialogOn, endedConsultation, toastOn } from './support/facility.ts'
import { openAs, type Person } from './support/market.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

const tile = (page: Page, name: string) => page.getByRole('link', { name })
const mine = (page: Page) => page.getByRole('region', { name: 'Your Consultations' })
const rows = (page: Page) =>
  mine(page).getByRole('list', { name: 'Consultations' }).getByRole('listitem')
const chart = (page: Page, title: string) => page.getByRole('figure', { name: title })

test.use({ timezoneId: 'America/Denver' })

test('a new consultant sees a greeting and the way to a first booking @gate', async ({ page }) => {
  const consultant = await newConsultant()
  await openAs(page, consultant, '/consultant')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Priya')
  await expect(tile(page, 'Consultations 0')).toBeVisible()
  await expect(tile(page, 'Earnings $0')).toBeVisible()
  await expect(tile(page, 'Avg. Rating – no reviews yet')).toBeVisible()
  await expect(tile(page, 'Upcoming 0')).toBeVisible()
  await expect(page.getByText('No upcoming consultations.')).toBeVisible()
  await expect(page.getByText('No payments yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start Chat with Facility' })).toHaveCount(0)
  await page.goto('/consultant-portal')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Priya')
  const tabs = page.getByRole('navigation', { name: 'Your pages' })
  await expect(tabs.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
})

test('a consultant without a name is shown as "consultant"', async ({ page }) => {
  const account = await newAccount({ role: 'consultant', name: '' })
  await page.goto('/login')
  await signIn(page, account.email, account.password)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Consultant')
})

test('figures follow new bookings, and agree with their lists @gate', async ({ page }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await endedConsultation(facility, consultant)
  const atRest = watchIdle(page)
  await openAs(page, consultant, '/consultant')
  await expect(tile(page, 'Consultations 1 1 past')).toBeVisible()
  await expect(tile(page, 'Earnings $90 $90 due, $0 paid')).toBeVisible()
  await atRest()
  const id = await book(facility, consultant, 3)
  await expect(tile(page, 'Upcoming 1')).toBeVisible()
  await expect(tile(page, 'Earnings $180')).toBeVisible()
  await tile(page, 'Consultations 2').click()
  await expect(rows(page)).toHaveCount(2)
  await tile(page, 'Upcoming 1').click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Dana Whitfield')
  await expect(rows(page)).toContainText('60 minutes')
  await expect(page.getByRole('link', { name: 'Start Chat with Facility' })).toHaveAttribute(
    'href',
    `/chat/consultation/${id}`,
  )
  await tile(page, 'Earnings').click()
  const payments = page.getByRole('region', { name: 'Payments' })
  await expect(payments.getByRole('row')).toHaveCount(3)
  await tile(page, 'Avg. Rating').click()
  await expect(page).toHaveURL('/consultant/reviews')
})

test('a consultation is cancelled once, after a confirmation @gate', async ({ page }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await book(facility, consultant, 3)
  await openAs(page, consultant, '/consultant')
  await rows(page)
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Cancel Consultation' }).click()
  const question = dialogOn(page, 'Cancel Consultation')
  await expect(question).toContainText('With Dana Whitfield')
  await question.getByRole('button', { name: 'Cancel Consultation' }).dblclick()
  await expect(toastOn(page, 'Consultation cancelled.')).toBeVisible()
  await expect(tile(page, 'Earnings $0')).toBeVisible()
  await expect(page.getByText('No upcoming consultations.')).toBeVisible()
  await mine(page).getByRole('button', { name: 'Cancelled 1' }).click()
  await expect(rows(page)).toContainText('Cancelled')
  await expect(rows(page).getByRole('button', { name: /^More for/ })).toHaveCount(0)
})

test('a consultation that began meanwhile is not cancelled, and the dialog explains it', async ({
  page,
}) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  const id = await book(facility, consultant, 3)
  await openAs(page, consultant, '/consultant')
  await rows(page)
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Cancel Consultation' }).click()
  const begun = `update public.consultations
    set scheduled_at = now() - interval '1 minute', ends_at = now() + interval '59 minutes' where id = $1`
  await inDatabase(begun, [id])
  const question = dialogOn(page, 'Cancel Consultation')
  await question.getByRole('button', { name: 'Cancel Consultation' }).click()
  await expect(question.getByRole('alert')).toContainText(
    'This consultation has started and cannot be cancelled.',
  )
})

/** The next night in which clocks go forward. Returns 1:30 AM, half an hour before. */
function nextSpringNight() {
  const nights = [0, 1].map((ahead) => {
    const march = new Date(Date.UTC(new Date().getUTCFullYear() + ahead, 2, 8, 8, 30))
    march.setUTCDate(8 + ((7 - march.getUTCDay()) % 7))
    return march
  })
  return nights.find((night) => night.getTime() > Date.now()) ?? new Date()
}

async function calendarOf(page: Page) {
  await rows(page)
    .getByRole('button', { name: /^More for/ })
    .click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Add to Calendar' }).click(),
  ])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test('the night of a clock change is right in the list and in the calendar', async ({ page }) => {
  const facility = await newFacility('Lee; Sons, <b>Inc.</b> \\ מוסך')
  const consultant = await newConsultant()
  const night = nextSpringNight()
  const id = await book(facility, consultant, night)
  await openAs(page, consultant, '/consultant')
  await expect(rows(page)).toContainText('1:30 AM MST')
  await expect(rows(page)).toContainText('Lee; Sons, <b>Inc.</b> \\ מוסך')
  const { name, text } = await calendarOf(page)
  const day = night.toISOString().slice(0, 10)
  const lines = text.replaceAll('\r\n ', '').split('\r\n')
  expect(name).toBe(`consultation-${day}.ics`)
  expect(lines).toContain(`UID:${id}@mendwell`)
  expect(lines).toContain(`DTSTART:${day.replaceAll('-', '')}T083000Z`)
  expect(lines).toContain(`DTEND:${day.replaceAll('-', '')}T093000Z`)
  expect(lines).toContain(String.raw`SUMMARY:Consultation with Lee\; Sons\, <b>Inc.</b> \\ מוסך`)
})

test('an evening in the calendar has the consultant’s date', async ({ page }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  // In Denver it is still the evening before.
  const midnight = new Date(Date.now() + 4 * 86_400_000)
  midnight.setUTCHours(3, 0, 0, 0)
  await book(facility, consultant, midnight)
  await openAs(page, consultant, '/consultant')
  const { name, text } = await calendarOf(page)
  const dayBefore = new Date(midnight.getTime() - 86_400_000).toISOString().slice(0, 10)
  expect(name).toBe(`consultation-${dayBefore}.ics`)
  const utc = midnight.toISOString().slice(0, 10).replaceAll('-', '')
  expect(text).toContain(`DTSTART:${utc}T030000Z`)
})

/** A consultation at noon on the 15th of a month, in the year that the charts show first. */
async function held(facility: Person, consultant: Person, month: number) {
  const now = new Date()
  const year = now.getUTCFullYear() - (now.getUTCMonth() > 4 ? 0 : 1)
  const at = new Date(Date.UTC(year, month - 1, 15, 18))
  await inDatabase(
    `insert into public.consultations
       (facility_id, consultant_id, scheduled_at, duration_minutes, ends_at, fee, status)
     values ($1, $2, $3, 0, $3, 90, 'booked')`,
    [facility.id, consultant.id, at.toISOString()],
  )
  return year
}

/** Clicks into the chart, at a fraction of its width. */
async function pressAt(page: Page, slider: Locator, part: number) {
  const plot = slider.locator('..')
  const lines = await plot.locator('svg line').first().boundingBox()
  if (lines) await page.mouse.click(lines.x + lines.width * part, lines.y + 1)
}

test('charts show January to May, and can be read by keyboard and as a table @gate', async ({
  page,
}) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  const year = await held(facility, consultant, 2)
  await held(facility, consultant, 2)
  await openAs(page, consultant, '/consultant')
  await scrollToCharts(page)
  await expect(page.getByRole('heading', { name: `January ${year} to May ${year}` })).toBeVisible()
  const earnings = chart(page, 'Monthly earnings')
  await earnings.getByText('Show as table').click()
  await expect(earnings.getByRole('rowheader')).toHaveText(['Jan', 'Feb', 'Mar', 'Apr', 'May'])
  await expect(earnings.getByRole('cell')).toHaveText(['$0', '$180', '$0', '$0', '$0'])
  const slider = chart(page, 'Monthly consultations').getByRole('slider')
  await slider.press('Home')
  await slider.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', 'Feb: 2')
  await pressAt(page, slider, 3 / 4)
  await expect(slider).toHaveAttribute('aria-valuetext', 'Apr: 0')
  await expect(slider).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', 'Mar: 0')
  const ratings = chart(page, 'Average monthly ratings').getByRole('slider')
  await expect(ratings).toHaveAttribute('aria-valuetext', 'May: no data')
})

test('printed charts are light, complete and alone', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openAs(page, await newConsultant(), '/consultant')
  await expect(page.getByRole('link', { name: 'Earnings' })).toBeVisible()
  // Printing shows charts that nobody has scrolled to.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const earnings = chart(page, 'Monthly earnings')
  await expect(earnings.locator('svg').last()).toBeAttached()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: 720, height: 1000 })
  await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toBeHidden()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(250, 249, 246)')
  await expect(earnings.locator('svg').last()).toBeVisible()
  await expect(earnings.getByText('Show as table')).toBeHidden()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('the months of the charts are in the address, and Back restores the previous ones', async ({
  page,
}) => {
  const consultant = await newConsultant()
  await openAs(page, consultant, '/consultant?months=decade')
  await scrollToCharts(page)
  const months = page.getByLabel('Months', { exact: true })
  await expect(months).toHaveValue('')
  const ranges = ['January to May', 'This year', 'Last 12 months']
  await expect(months.getByRole('option')).toHaveText(ranges)
  await months.selectOption('This year')
  await expect(page).toHaveURL(/months=year/)
  await months.selectOption('Last 12 months')
  await expect(page).toHaveURL(/months=12-months/)
  const earnings = chart(page, 'Monthly earnings')
  await earnings.getByText('Show as table').click()
  await expect(earnings.getByRole('rowheader')).toHaveCount(12)
  await page.goBack()
  await expect(months).toHaveValue('year')
  await page.goBack()
  await expect(earnings.getByRole('rowheader')).toHaveCount(5)
})

test('many consultations are paged, the last one first, with open items above', async ({
  page,
}) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant('מרגרט אוקפור')])
  await addReviewedConsultations(facility, consultant, 25)
  await book(facility, consultant, 0.5)
  await openAs(page, consultant, '/consultant?consultations.when=past')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, מרגרט')
  await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()
  await expect(rows(page)).toHaveCount(10)
  await expect(mine(page).getByText('1–10 of 25')).toBeVisible()
})

test('Logout leads to the public page', async ({ page }) => {
  await openAs(page, await newConsultant(), '/consultant')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/marketing')
})
