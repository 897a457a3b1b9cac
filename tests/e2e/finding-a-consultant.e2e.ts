import type { Page } from '@playwright/test'
import { book, newConsultant, newFacility, reviewed } from './support/consultant.ts'
import { expectAccessible } from './support/looks.ts'
import { newPerson, openAs } from './support/market.ts'
import { expect, test } from './support/test.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Consultants' }).getByRole('listitem')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by service or name...' })
const rating = (page: Page) => page.getByRole('combobox', { name: 'Minimum rating' })
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`
const named = (name: string) => `/consultants?q=${encodeURIComponent(name)}`

test('a facility finds a consultant by service and books, in seconds', async ({ page }) => {
  const service = unique('Boiler tuning')
  const [consultant, facility] = await Promise.all([newConsultant('Priya Raman'), newFacility()])
  await consultant.client
    .from('profiles')
    .update({ services: [service], location: 'Fort Collins', headline: 'Heat, measured' })
    .eq('id', consultant.id)
    .throwOnError()
  await openAs(page, facility, '/facility-dashboard')
  await page.goto('/consultants')
  const begun = Date.now()
  await search(page).fill(service.toLowerCase())
  await expect(rows(page)).toHaveCount(1)
  for (const fact of ['Priya Raman', 'Heat, measured', 'Fort Collins', service, '$90.00']) {
    await expect(rows(page).getByText(fact)).toBeVisible()
  }
  await rows(page).getByRole('button', { name: 'Book Consultation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Book Consultation' })
  await expect(dialog.getByText('Book a consultation with this consultant?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Book Consultation' }).click()
  await expect(toast(page, 'Consultation booked.')).toBeVisible()
  expect(Date.now() - begun).toBeLessThan(40_000)
  const chat = rows(page).getByRole('link', { name: 'Chat Now' })
  await expect(chat).toHaveAttribute('href', /^\/chat\/consultation\//)
})

test('name, rating and page are in the address, and Clear leads back', async ({ page }) => {
  const name = unique('Imogen Vale')
  const [consultant, facility] = await Promise.all([newConsultant(name), newFacility()])
  await reviewed(facility, consultant, 3)
  await openAs(page, facility, named(name))
  await expect(rows(page).getByText('4.0 from 3 reviews')).toBeVisible()
  await rating(page).selectOption('4 stars and up')
  await expect(page).toHaveURL(/rating=4/)
  await expect(rows(page)).toHaveCount(1)
  await page.goto(`${named(name)}&rating=4&page=99`)
  await expect(rows(page)).toHaveCount(1)
  await search(page).fill(unique('nobody'))
  await expect(page.getByText('No consultants match.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/consultants')
  await expect(rows(page).first()).toBeVisible()
})

test('an address of nonsense shows what it can', async ({ page }) => {
  const [consultant, person] = await Promise.all([
    newConsultant(unique('Imogen Vale')),
    newPerson('contractor', 'Ruth Ellison'),
  ])
  await openAs(page, person, `${named(consultant.name)}&rating=many&page=-3`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).getByRole('button', { name: 'Book Consultation' })).toHaveCount(0)
  await page.goto(`/consultants?q=${encodeURIComponent('%_\\\'"(),.*')}`)
  await expect(page.getByText('No consultants match.')).toBeVisible()
})

test('without any consultant the list says so', async ({ page }) => {
  const person = await newPerson('contractor', 'Ruth Ellison')
  await page.route('**/rpc/search_consultants**', (route) =>
    route.fulfill({ json: [], headers: { 'content-range': '*/0' } }),
  )
  await openAs(page, person, '/consultants')
  await expect(page.getByText('No consultants available.')).toBeVisible()
})

/** A consultant in every field of whom stands what should not break a screen. */
async function withHardWords() {
  const word = unique('خبير')
  const long = `<i>${word} ${'Wolfeschlegelsteinhausen'.repeat(7)}</i>`.slice(0, 200)
  const consultant = await newConsultant(long)
  const words = {
    headline: long,
    location: long,
    services: [long.slice(0, 100)],
    bio: `${long}\n${long}`,
  }
  await consultant.client.from('profiles').update(words).eq('id', consultant.id).throwOnError()
  return { consultant, word, long }
}

test('markup, right-to-left and 200 characters are text that fits the list', async ({ page }) => {
  const [{ word, long }, facility] = await Promise.all([withHardWords(), newFacility()])
  await openAs(page, facility, named(word))
  await expect(rows(page).getByText(long).first()).toBeVisible()
  await expectAccessible(page)
})

test('markup, right-to-left and 200 characters are text that fits a profile', async ({ page }) => {
  const [{ consultant, long }, facility] = await Promise.all([withHardWords(), newFacility()])
  await openAs(page, facility, `/profile?id=${consultant.id}`)
  await expect(page.getByRole('heading', { name: long })).toBeVisible()
  await expectAccessible(page)
})

test('a list that is open follows who hides and who comes', async ({ page }) => {
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

test('a profile shows who it is, and books', async ({ page }) => {
  const [consultant, facility] = await Promise.all([newConsultant(), newFacility()])
  await reviewed(facility, consultant, 2)
  await openAs(page, facility, `/profile?id=${consultant.id}`)
  await expect(page.getByRole('heading', { name: consultant.name })).toBeVisible()
  await expect(page.getByText('4.0 of 5 stars')).toBeVisible()
  await page.getByRole('button', { name: 'Book Consultation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Book Consultation' })
  await dialog.getByRole('button', { name: 'Book Consultation' }).click()
  await expect(toast(page, 'Consultation booked.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Chat Now' })).toBeVisible()
})

test('the own profile shows what others see, and leads to its form', async ({ page }) => {
  const person = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, person, '/profile')
  await expect(page.getByRole('heading', { name: 'Ruth Ellison' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible()
})

test('hidden, foreign and broken ids are all the same', async ({ page }) => {
  const [consultant, facility, stranger] = await Promise.all([
    newConsultant(unique('Imogen Vale')),
    newFacility(),
    newPerson('contractor', 'Ruth Ellison'),
  ])
  const hide = { is_hidden: true }
  await consultant.client.from('profiles').update(hide).eq('id', consultant.id).throwOnError()
  await openAs(page, facility, `/profile?id=${consultant.id}`)
  const words = page.getByText('Failed to load profile.')
  for (const id of [consultant.id, stranger.id, crypto.randomUUID(), 'x', '', '<b>', '1;--']) {
    await page.goto(`/profile?id=${encodeURIComponent(id)}`)
    await expect(words).toBeVisible()
    await expect(page.getByText(consultant.name)).toHaveCount(0)
    await expect(page.getByText('Ruth Ellison')).toHaveCount(0)
  }
  await expectAccessible(page)
})

test('who was booked by this facility stays to be seen when hidden', async ({ page }) => {
  const [consultant, facility] = await Promise.all([newConsultant(), newFacility()])
  await book(facility, consultant, 3)
  const hide = { is_hidden: true }
  await consultant.client.from('profiles').update(hide).eq('id', consultant.id).throwOnError()
  await openAs(page, facility, `/profile?id=${consultant.id}`)
  await expect(page.getByRole('heading', { name: consultant.name })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Chat Now' })).toBeVisible()
})
