import type { Page } from '@playwright/test'
import { newConsultant, newFacility } from './support/consultant.ts'
import { expectAccessible } from './support/accessibility.ts'
import { openAs } from './support/market.ts'
import { expect, test } from './support/test.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Consultants' }).getByRole('listitem')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by service or name...' })
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`
const named = (name: string) => `/consultants?q=${encodeURIComponent(name)}`

// @covers 2.route.consultants 2.consultants.search 8.confirm.book 8.success.booked
test('a facility finds a consultant by service and books, in seconds @gate', async ({ page }) => {
  const service = unique('Boiler tuning')
  const [consultant, facility] = await Promise.all([newConsultant('Priya Raman'), newFacility()])
  await consultant.client
    .from('profiles')
    .update({
      services: [service],
      location: 'Fort Collins',
      headline: 'Heat, measured',
      company_name: 'Raman Energy Audits',
    })
    .eq('id', consultant.id)
    .throwOnError()
  await openAs(page, facility, '/facility-dashboard')
  await page.goto('/consultants')
  const startedAt = Date.now()
  await search(page).fill(service.toLowerCase())
  await expect(rows(page)).toHaveCount(1)
  for (const text of ['Priya Raman', 'Heat, measured', 'Fort Collins', service, '$90']) {
    await expect(rows(page).getByText(text)).toBeVisible()
  }
  await rows(page).getByRole('button', { name: 'Book Consultation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Book Consultation' })
  await expect(dialog.getByText('Book a consultation with this consultant?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Book Consultation' }).click()
  await expect(toast(page, 'Consultation booked.')).toBeVisible()
  expect(Date.now() - startedAt).toBeLessThan(40_000)
  const chat = rows(page).getByRole('link', { name: 'Chat Now' })
  await expect(chat).toHaveAttribute('href', /^\/chat\/consultation\//)
  await rows(page).getByText('Priya Raman').click()
  await expect(page.getByRole('heading', { level: 2, name: 'Priya Raman' })).toBeVisible()
  await expect(page.getByText('Raman Energy Audits')).toBeVisible()
  await page.goto('/facility/consultations')
  const booked = page.getByRole('region', { name: 'Your Consultations' }).getByRole('listitem')
  await expect(booked).toContainText('Priya Raman')
  await expect(booked).not.toContainText('Raman Energy Audits')
  await booked.getByRole('link', { name: 'Chat' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Priya Raman' })).toBeVisible()
})

/** Creates a consultant whose texts are long and contain markup and a right-to-left word. */
async function newConsultantWithLongTexts() {
  const service = unique('خبير')
  const long = `<i>${service} ${'Wolfeschlegelsteinhausen'.repeat(7)}</i>`.slice(0, 200)
  const consultant = await newConsultant(long)
  const fields = {
    headline: long,
    location: long,
    services: [long.slice(0, 100)],
    bio: `${long}\n${long}`,
  }
  await consultant.client.from('profiles').update(fields).eq('id', consultant.id).throwOnError()
  return { consultant, service, long }
}

test('markup, right-to-left and 200 characters are text that fits the list and a profile, and a missing profile is accessible', async ({
  page,
}) => {
  test.slow()
  const [{ consultant, service, long }, facility] = await Promise.all([
    newConsultantWithLongTexts(),
    newFacility(),
  ])
  await openAs(page, facility, named(service))
  await expect(rows(page).getByText(long).first()).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/profile?id=${consultant.id}`)
  await expect(page.getByRole('heading', { name: long })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/profile?id=${crypto.randomUUID()}`)
  await expect(page.getByText('Failed to load profile.')).toBeVisible()
  await expectAccessible(page)
})

test('an open list follows consultants who hide and who join', async ({ page }) => {
  const name = unique('Imogen Vale')
  const [consultant, facility] = await Promise.all([newConsultant(name), newFacility()])
  await openAs(page, facility, named(name))
  await expect(rows(page)).toHaveCount(1)
  const hide = (isHidden: boolean) =>
    consultant.client.from('profiles').update({ is_hidden: isHidden }).eq('id', consultant.id)
  await expect
    .poll(async () => {
      await hide(true)
      return rows(page).count()
    })
    .toBe(0)
  await hide(false)
  await expect(rows(page)).toHaveCount(1)
})
