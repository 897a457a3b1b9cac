import type { Locator, Page } from '@playwright/test'
import { watchIdle } from './support/idle-page.ts'
import { book, newConsultant, newFacility, scrollToCharts } from './support/consultant.ts'
import { executeSql } from './support/database.ts'
import { dialogOn, insertEndedConsultation, toastOn } from './support/facility.ts'
import { openAs, type Person } from './support/market.ts'
import { expect, test } from './support/test.ts'

const tile = (page: Page, name: string) => page.getByRole('link', { name })
const mine = (page: Page) => page.getByRole('region', { name: 'Your Consultations' })
const rows = (page: Page) =>
  mine(page).getByRole('list', { name: 'Consultations' }).getByRole('listitem')
const chart = (page: Page, title: string) => page.getByRole('figure', { name: title })

test.use({ timezoneId: 'America/Denver' })

// @covers 2.route.consultant 2.consultant-dashboard.start-chat 2.consultant-dashboard.logout 2.route.after-logout
// @covers 4.live.dashboards
test('figures follow new bookings, and agree with their lists', async ({ page }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await insertEndedConsultation(facility, consultant)
  const waitUntilIdle = watchIdle(page)
  await openAs(page, consultant, '/consultant')
  await expect(tile(page, 'Consultations 1 1 past')).toBeVisible()
  await expect(tile(page, 'Earnings $90 $90 due, $0 paid')).toBeVisible()
  await waitUntilIdle()
  const id = await book(facility, consultant, 3)
  await expect(tile(page, 'Upcoming 1')).toBeVisible()
  await expect(tile(page, 'Earnings $180')).toBeVisible()
  await tile(page, 'Consultations 2 1 past').click()
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
  await page.goto('/consultant')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/marketing')
})

// @covers screens.consultant.cancel
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
  await expect(toastOn(page, 'Consultation canceled.')).toBeVisible()
  await expect(tile(page, 'Earnings $0')).toBeVisible()
  await expect(page.getByText('No upcoming consultations.')).toBeVisible()
  await mine(page).getByRole('button', { name: 'Canceled 1' }).click()
  await expect(rows(page)).toContainText('Canceled')
  await expect(rows(page).getByRole('button', { name: /^More for/ })).toHaveCount(0)
})

/** Creates a past consultation on the 15th of a month, in the latest year whose May is over. */
async function held(facility: Person, consultant: Person, month: number) {
  const now = new Date()
  const year = now.getUTCFullYear() - (now.getUTCMonth() > 4 ? 0 : 1)
  const at = new Date(Date.UTC(year, month - 1, 15, 18))
  await executeSql(
    `insert into public.consultations
       (facility_id, consultant_id, scheduled_at, duration_minutes, ends_at, fee, status)
     values ($1, $2, $3, 0, $3, 90, 'booked')`,
    [facility.id, consultant.id, at.toISOString()],
  )
  return year
}

/** Clicks the chart at this fraction of its width. */
async function pressAt(page: Page, slider: Locator, part: number) {
  const plot = slider.locator('..')
  const lines = await plot.locator('svg line').first().boundingBox()
  if (lines) await page.mouse.click(lines.x + lines.width * part, lines.y + 1)
}

test('charts show January to May, and are read by keyboard and by pressing a point', async ({
  page,
}) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  const year = await held(facility, consultant, 2)
  await held(facility, consultant, 2)
  await openAs(page, consultant, '/consultant?months=january-to-may')
  await scrollToCharts(page)
  await expect(page.getByRole('heading', { name: `January ${year} to May ${year}` })).toBeVisible()
  const earnings = chart(page, 'Monthly earnings')
  await earnings.getByText('Show as table').click()
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

// @covers screens.consultant.print
test('printed charts are light, complete and alone', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openAs(page, await newConsultant(), '/consultant')
  await expect(page.getByRole('link', { name: 'Earnings' })).toBeVisible()
  // A printed page also includes charts that the user has not scrolled to.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const earnings = chart(page, 'Monthly earnings')
  await expect(earnings.locator('svg').last()).toBeAttached()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: 720, height: 1000 })
  await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toBeHidden()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(241, 244, 241)')
  await expect(earnings.locator('svg').last()).toBeVisible()
  await expect(earnings.getByText('Show as table')).toBeHidden()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
