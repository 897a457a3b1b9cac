import type { Page } from '@playwright/test'
import { watchIdle } from './support/idle-page.ts'
import {
  book,
  file,
  newConsultant,
  newFacility,
  addReviewedConsultations,
} from './support/consultant.ts'
import { inDatabase } from './support/database.ts'
import { expectAccessible } from './support/accessibility.ts'
import { newPerson, openAs } from './support/market.ts'
import { expect, test } from './support/test.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Consultants' }).getByRole('listitem')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by service or name...' })
const rating = (page: Page) => page.getByRole('combobox', { name: 'Minimum rating' })
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
  await rows(page).getByText('Priya Raman').click()
  await expect(page.getByRole('heading', { level: 2, name: 'Priya Raman' })).toBeVisible()
  await expect(page.getByText('Raman Energy Audits')).toBeVisible()
  await page.goto('/facility-dashboard?view=consultations')
  const booked = page.getByRole('region', { name: 'Your Consultations' }).getByRole('listitem')
  await expect(booked).toContainText('Priya Raman')
  await expect(booked).not.toContainText('Raman Energy Audits')
  await booked.getByRole('link', { name: 'Chat' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Priya Raman' })).toBeVisible()
})

// @covers 2.consultants.rating
test('name, rating and page are in the address, and Clear leads back @gate', async ({ page }) => {
  const name = unique('Imogen Vale')
  const [consultant, facility] = await Promise.all([newConsultant(name), newFacility()])
  await addReviewedConsultations(facility, consultant, 3)
  await inDatabase('update public.reviews set rating = 3 where consultant_id = $1', [consultant.id])
  await openAs(page, facility, named(name))
  await expect(rows(page).getByText('3.0 from 3 reviews')).toBeVisible()
  const [any = '', ...least] = await rating(page).getByRole('option').allInnerTexts()
  expect([any, ...least]).toEqual([
    'Any',
    '1 star and up',
    '2 stars and up',
    '3 stars and up',
    '4 stars and up',
  ])
  for (const [place, choice] of least.entries()) {
    await rating(page).selectOption(choice)
    await expect(page).toHaveURL(new RegExp(`rating=${place + 1}$`))
    if (place < 3) await expect(rows(page)).toHaveCount(1)
    else await expect(page.getByText('No consultants available.')).toBeVisible()
  }
  await page.goto(`${named(name)}&rating=3&page=99`)
  await expect(rows(page)).toHaveCount(1)
  await search(page).fill(unique('nobody'))
  await expect(page.getByText('No consultants available.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/consultants')
  await expect(rows(page).first()).toBeVisible()
})

test('an address with invalid filters shows the valid part', async ({ page }) => {
  const [consultant, person] = await Promise.all([
    newConsultant(unique('Imogen Vale')),
    newPerson('contractor', 'Ruth Ellison'),
  ])
  await openAs(page, person, `${named(consultant.name)}&rating=many&page=-3`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).getByRole('button', { name: 'Book Consultation' })).toHaveCount(0)
  await page.goto(`/consultants?q=${encodeURIComponent('%_\\\'"(),.*')}`)
  await expect(page.getByText('No consultants available.')).toBeVisible()
})

test('nothing is offered before the first read, and Retry reads again', async ({
  page,
  complaints,
}) => {
  const [consultant, facility] = await Promise.all([
    newConsultant(unique('Imogen Vale')),
    newFacility(),
  ])
  await book(facility, consultant, 3)
  const call = '**/rest/v1/profiles?select=id%2Copen**'
  const { promise, resolve } = Promise.withResolvers<undefined>()
  await page.route(call, async (route) => {
    await promise
    await route.fulfill({ status: 500, json: {} })
  })
  const atRest = watchIdle(page)
  await openAs(page, facility, named(consultant.name))
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).getByRole('status')).toBeVisible()
  await expect(rows(page).getByRole('button')).toHaveCount(0)
  resolve(undefined)
  await expect(rows(page).getByText('Failed to load.')).toBeVisible()
  // If the automatic retry runs, there is no button left to press.
  await atRest()
  await page.unroute(call)
  await rows(page).getByRole('button', { name: 'Retry' }).click()
  await expect(rows(page).getByRole('link', { name: 'Chat Now' })).toBeVisible()
  await expect(rows(page).getByRole('button', { name: 'Book Consultation' })).toHaveCount(0)
  complaints.splice(0)
})

/** A consultant with difficult text in every field. */
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

test('markup, right-to-left and 200 characters are text that fits the list and a profile', async ({
  page,
}) => {
  test.slow()
  const [{ consultant, word, long }, facility] = await Promise.all([withHardWords(), newFacility()])
  await openAs(page, facility, named(word))
  await expect(rows(page).getByText(long).first()).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/profile?id=${consultant.id}`)
  await expect(page.getByRole('heading', { name: long })).toBeVisible()
  await expectAccessible(page)
})

/**
 * Creates so many accounts whose names start with this, and deletes them afterwards, because they
 * would appear in every list.
 */
async function withMany(name: string, count: number, use: () => Promise<void>) {
  const insert = `insert into auth.users
      (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
    select gen_random_uuid(), 'authenticated', 'authenticated', gen_random_uuid() || '@example.test', now(),
      '{"role": "consultant"}', jsonb_build_object('full_name', $1 || ' ' || n), now(), now()
    from generate_series(1, $2::integer) as n`
  await inDatabase(insert, [name, count])
  try {
    await use()
  } finally {
    const remove = "delete from auth.users where raw_user_meta_data ->> 'full_name' like $1 || ' %'"
    await inDatabase(remove, [name])
  }
}

const firstOf = (page: Page) => rows(page).first().getByRole('link').first().innerText()

test('thousands are paged, and Back restores the previous page', async ({ page }) => {
  const name = unique('Crowd')
  const facility = await newFacility()
  test.slow()
  await withMany(name, 2000, async () => {
    await openAs(page, facility, named(name))
    await expect(page.getByText('1–20 of 2,000')).toBeVisible()
    const first = await firstOf(page)
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByText('21–40 of 2,000')).toBeVisible()
    await expect(page).toHaveURL(/page=2/)
    await expect(rows(page)).toHaveCount(20)
    await page.goBack()
    await expect(page.getByText('1–20 of 2,000')).toBeVisible()
    expect(await firstOf(page)).toBe(first)
    await page.goto(`${named(name)}&page=9999`)
    await expect(page.getByText('1,981–2,000 of 2,000')).toBeVisible()
  })
})

test('an open list follows consultants who hide and who join @gate', async ({ page }) => {
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

// @covers 2.route.profile-of-consultant
test('a profile shows the consultant, and books', async ({ page }) => {
  const [consultant, facility] = await Promise.all([newConsultant(), newFacility()])
  await addReviewedConsultations(facility, consultant, 2)
  await openAs(page, facility, `/profile?id=${consultant.id}`)
  await expect(page.getByRole('heading', { name: consultant.name })).toBeVisible()
  await expect(page.getByText('4.0 of 5 stars')).toBeVisible()
  await page.getByRole('button', { name: 'Book Consultation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Book Consultation' })
  await dialog.getByRole('button', { name: 'Book Consultation' }).click()
  await expect(toast(page, 'Consultation booked.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Chat Now' })).toBeVisible()
})

test('files that the user may not see show a message', async ({ page }) => {
  const [consultant, contractor] = await Promise.all([
    newConsultant(),
    newPerson('contractor', 'Ruth Ellison'),
  ])
  const { buffer } = file('r.pdf')
  const { error } = await consultant.client.storage
    .from('documents')
    .upload(`${consultant.id}/resume/r.pdf`, buffer, { contentType: 'application/pdf' })
  expect(error).toBeNull()
  await openAs(page, contractor, `/profile?id=${consultant.id}`)
  await expect(page.getByText("You can't open these files.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'View Resume' })).toHaveCount(0)
})

test('an admin has settings and a profile, and finds consultants without a booking button', async ({
  as,
}) => {
  const page = await as('admin')
  await page.goto('/settings')
  await expect(page.getByRole('switch', { name: 'Sound' })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible()
  await page.goto('/consultants')
  await expect(rows(page).first()).toBeVisible()
  await expect(rows(page).getByRole('button')).toHaveCount(0)
})

// @covers 2.route.profile
test('the user’s own profile shows what others see, and links to its form', async ({ page }) => {
  const person = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, person, '/profile')
  await expect(page.getByRole('heading', { name: 'Ruth Ellison' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible()
})

test('hidden, unknown and invalid ids give the same screen @gate', async ({ page }) => {
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

test('a consultant booked by this facility stays visible when hidden', async ({ page }) => {
  const [consultant, facility] = await Promise.all([newConsultant(), newFacility()])
  await book(facility, consultant, 3)
  const hide = { is_hidden: true }
  await consultant.client.from('profiles').update(hide).eq('id', consultant.id).throwOnError()
  await openAs(page, facility, `/profile?id=${consultant.id}`)
  await expect(page.getByRole('heading', { name: consultant.name })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Chat Now' })).toBeVisible()
})
