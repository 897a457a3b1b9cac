import { Buffer } from 'node:buffer'
import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { newPerson, openAs, type Person } from './support/market.ts'
import { expect, test } from './support/test.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Edit Your Profile' })
const save = (page: Page) => form(page).getByRole('button', { name: 'Save Changes' })
const picture = (page: Page) => form(page).getByRole('group', { name: 'Picture' })
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function stored({ client, id }: Person) {
  const { data } = await client.from('profiles').select('*').eq('id', id).single().throwOnError()
  return data
}

/** Counts the user's pictures on the server. */
async function picturesOf({ client, id }: Person) {
  const { data, error } = await client.storage.from('user-files').list(`${id}/picture`)
  if (error) throw error
  return data.length
}

async function choosePicture(page: Page, file: string) {
  const chooser = page.waitForEvent('filechooser')
  await picture(page).getByRole('button', { name: 'Choose picture' }).click()
  await (await chooser).setFiles(file)
}

// @covers screens.profile.every-role daily.profile-markup
test('a contractor changes every field, and returns to the dashboard', async ({ page }) => {
  const contractor = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, contractor, '/edit-profile')
  const fields = {
    'Full Name': '  Ruth <b>Ellison</b> ',
    Username: 'ruth',
    Company: 'Ellison Boilers',
    Location: 'Lakewood, CO',
    Headline: 'javascript:alert(1)',
    Bio: 'Boilers.\nAnd pumps.',
    'Services Offered (comma-separated)': ' HVAC,, Boilers , ',
    'Certifications (comma-separated)': 'EPA 608',
  }
  for (const [label, text] of Object.entries(fields)) {
    await form(page).getByLabel(label, { exact: true }).fill(text)
  }
  await form(page).getByLabel('Time Zone').selectOption('America/New_York')
  await save(page).dblclick()
  await expect(page).toHaveURL('/contractor-dashboard')
  await expect(page.getByText('Profile saved.')).toBeVisible()
  expect(await stored(contractor)).toMatchObject({
    full_name: 'Ruth <b>Ellison</b>',
    username: 'ruth',
    company_name: 'Ellison Boilers',
    location: 'Lakewood, CO',
    headline: 'javascript:alert(1)',
    bio: 'Boilers.\nAnd pumps.',
    services: ['HVAC', 'Boilers'],
    certifications: ['EPA 608'],
    time_zone: 'America/New_York',
  })
  await expect(page.getByRole('button', { name: 'Account of Ruth <b>Ellison</b>' })).toBeVisible()
})

// @covers 2.edit-profile.picture
test('a picture shows at once, and is stored and deleted by saving @gate', async ({
  page,
}, testInfo) => {
  const contractor = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, contractor, '/edit-profile')
  const file = testInfo.outputPath('me.png')
  await writeFile(file, png)
  await choosePicture(page, file)
  await expect(picture(page).locator('img')).toHaveAttribute('src', /^blob:/)
  expect((await stored(contractor)).profile_picture).toBeNull()
  await save(page).click()
  await expect(page).toHaveURL('/contractor-dashboard')
  const { profile_picture: address } = await stored(contractor)
  expect(address).toContain(`/object/public/user-files/${contractor.id}/picture/`)
  expect((await page.request.get(address ?? '')).status()).toBe(200)
  await page.goto('/edit-profile')
  await expect(picture(page).locator('img')).toHaveAttribute('src', address ?? '')
  await choosePicture(page, file)
  await save(page).click()
  await expect(page).toHaveURL('/contractor-dashboard')
  // The replaced picture is no longer public.
  expect((await page.request.get(address ?? '')).ok()).toBe(false)
  expect(await picturesOf(contractor)).toBe(1)
  await page.goto('/edit-profile')
  const updated = (await stored(contractor)).profile_picture
  await expect(picture(page).locator('img')).toHaveAttribute('src', updated ?? '')
  await picture(page).getByRole('button', { name: 'Delete' }).click()
  await expect(picture(page).locator('img')).toHaveCount(0)
  expect((await stored(contractor)).profile_picture).toBe(updated)
  await save(page).click()
  await expect(page).toHaveURL('/contractor-dashboard')
  expect((await stored(contractor)).profile_picture).toBeNull()
  expect(await picturesOf(contractor)).toBe(0)
})

test('typed text survives an ended session', async ({ page }) => {
  const contractor = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, contractor, '/edit-profile')
  await form(page).getByLabel('Headline').fill('Boilers since 1998')
  await contractor.client.auth.signOut({ scope: 'global' })
  await save(page).click()
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(contractor.email)
  await page.getByLabel('Password').fill(contractor.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL('/edit-profile')
  await expect(form(page).getByLabel('Headline')).toHaveValue('Boilers since 1998')
  await save(page).click()
  await expect(page).toHaveURL('/contractor-dashboard')
})

test('the form is accessible, also with errors', async ({ page }) => {
  // This test is slow, because it checks the long list of time zones in each theme and width.
  test.slow()
  await openAs(page, await newPerson('facility', 'Dana Whitfield'), '/edit-profile')
  await expect(form(page)).toBeVisible()
  await expectAccessible(page)
  for (const label of ['Username', 'Headline', 'Location']) {
    await form(page).getByLabel(label).fill('x'.repeat(201))
  }
  await save(page).click()
  await expect(form(page).getByText(/^Fix the highlighted fields:/)).toBeVisible()
  await expect(form(page).getByLabel('Username')).toBeFocused()
  await expectAccessible(page)
})
