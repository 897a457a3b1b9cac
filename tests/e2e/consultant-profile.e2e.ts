import type { Page } from '@playwright/test'
import {
  choose,
  file,
  newConsultant,
  newFacility,
  addReviewedConsultations,
} from './support/consultant.ts'
import { inDatabase } from './support/database.ts'
import { dialogOn, fileCalled, toastOn } from './support/facility.ts'
import { openAs, type Person } from './support/market.ts'
import { expect, test } from './support/test.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Profile' })
const own = ({ id }: Person) => `/consultant-profile/${id}`

async function profileOf({ client, id }: Person) {
  const { data } = await client
    .from('profiles')
    .select('headline, location, bio, services, certifications, profile_picture, consultation_fee')
    .eq('id', id)
    .single()
    .throwOnError()
  return data
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = dialogOn(page, 'Edit Your Profile')
  await expect(dialog.getByLabel('Headline')).toBeVisible()
  return dialog
}

/** Another client stores the picture in the same way as the app. */
async function keepPicture({ client, id }: Person) {
  const { buffer } = fileCalled('me.png')
  const pictures = client.storage.from('user-files')
  const kept = await pictures.upload(`${id}/picture/me.png`, buffer, { contentType: 'image/png' })
  expect(kept.error).toBeNull()
  return pictures.getPublicUrl(`${id}/picture/me.png`).data.publicUrl
}

async function keepDocument({ client, id }: Person, kind: 'resume' | 'certification') {
  const { error } = await client.storage
    .from('documents')
    .upload(`${id}/${kind}/r.pdf`, file('r.pdf').buffer, { contentType: 'application/pdf' })
  expect(error).toBeNull()
}

test('the dialog saves headline, bio, services and a picture @gate', async ({ page }) => {
  const consultant = await newConsultant()
  await openAs(page, consultant, '/consultant')
  const dialog = await openDialog(page)
  // The width of the size lg.
  expect((await dialog.boundingBox())?.width).toBe(620)
  await dialog.getByLabel('Headline').fill('  Boilers and <b>controls</b> ')
  await dialog.getByLabel('Bio').fill('Twenty years in hospitals.')
  await dialog.getByLabel('Services').fill('HVAC, , Boilers,HVAC controls ,')
  await choose(page, 'Choose picture', [fileCalled('me.png')])
  await dialog.getByRole('button', { name: 'Save' }).dblclick()
  await expect(toastOn(page, 'Profile saved.')).toBeVisible()
  await expect(dialog).toBeHidden()
  const saved = await profileOf(consultant)
  expect(saved).toMatchObject({
    headline: 'Boilers and <b>controls</b>',
    bio: 'Twenty years in hospitals.',
    services: ['HVAC', 'Boilers', 'HVAC controls'],
  })
  expect(saved.profile_picture).toContain(`/user-files/${consultant.id}/picture/`)
  await page.getByRole('link', { name: 'View My Profile' }).click()
  await expect(card(page)).toContainText('Boilers and <b>controls</b>')
  await expect(card(page)).toContainText('Twenty years in hospitals.')
  await expect(card(page).getByRole('list', { name: 'Services' }).getByRole('listitem')).toHaveText(
    ['HVAC', 'Boilers', 'HVAC controls'],
  )
})

test('a deleted picture returns unless the form is saved', async ({ page }) => {
  const consultant = await newConsultant()
  const picture = 'https://pictures.example/me.png'
  await consultant.client
    .from('profiles')
    .update({ profile_picture: picture })
    .eq('id', consultant.id)
    .throwOnError()
  await openAs(page, consultant, '/consultant')
  let dialog = await openDialog(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect((await profileOf(consultant)).profile_picture).toBe(picture)
  dialog = await openDialog(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect((await profileOf(consultant)).profile_picture ?? '').toBe('')
})

test('unsaved input stays in the dialog, which shows the reason', async ({ page, complaints }) => {
  const consultant = await newConsultant()
  await openAs(page, consultant, '/consultant')
  const dialog = await openDialog(page)
  await choose(page, 'Choose picture', [fileCalled('notes.txt', 'text/plain')])
  await expect(dialog.getByText(/^notes.txt wasn't added/)).toBeVisible()
  await dialog.getByLabel('Headline').fill('x'.repeat(201))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Use at most 200 characters.')).toBeVisible()
  await dialog.getByLabel('Headline').fill('Boilers')
  await page.route('**/rest/v1/profiles**', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/Can't reach/)).toBeVisible()
  await expect(dialog.getByLabel('Headline')).toHaveValue('Boilers')
  await page.unroute('**/rest/v1/profiles**')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  complaints.splice(0)
})

test('an upload of a picture shows its progress', async ({ page }) => {
  await openAs(page, await newConsultant(), '/consultant')
  const dialog = await openDialog(page)
  await choose(page, 'Choose picture', [fileCalled('me.png')])
  const { promise, resolve } = Promise.withResolvers<undefined>()
  await page.route('**/storage/v1/object/user-files/**', async (route) => {
    await promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Uploading...')).toBeVisible()
  resolve(undefined)
  await expect(dialog).toBeHidden()
  await page.unrouteAll()
})

test('the page saves every field, the fee and a resume, and returns @gate', async ({ page }) => {
  const consultant = await newConsultant()
  await openAs(page, consultant, '/edit-profile')
  await page.getByLabel('Headline').fill('Commissioning')
  await page.getByLabel('Location').fill('Boulder, CO')
  await page.getByLabel('Bio').fill('I read trend logs.')
  await page.getByLabel('Services Offered (comma-separated)').fill('HVAC, Audits')
  await page.getByLabel('Certifications (comma-separated)').fill('PE (Colorado), CxA')
  const fee = page.getByLabel('Consultation Fee')
  for (const wrong of ['0', '-5', '12.345', 'much']) {
    await fee.fill(wrong)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Enter a fee above $0, or leave it empty.')).toBeVisible()
  }
  await fee.fill('$1,250.50')
  await page.getByLabel('Time Zone').selectOption('America/New_York')
  await choose(page, 'Choose a file', [file('resume.pdf')])
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/consultant-portal')
  expect(await profileOf(consultant)).toMatchObject({
    headline: 'Commissioning',
    location: 'Boulder, CO',
    bio: 'I read trend logs.',
    services: ['HVAC', 'Audits'],
    certifications: ['PE (Colorado)', 'CxA'],
    consultation_fee: 1250.5,
  })
  await page.goto('/edit-profile')
  await expect(page.getByRole('link', { name: 'View Resume' })).toHaveAttribute('href', /\/sign\//)
})

test('a resume and a fee are removed when the form is saved, and not before', async ({ page }) => {
  const consultant = await newConsultant()
  await keepDocument(consultant, 'resume')
  const fee = page.getByLabel('Consultation Fee')
  await openAs(page, consultant, '/edit-profile')
  await page.getByRole('button', { name: 'Remove Resume' }).click()
  await fee.fill('')
  await choose(page, 'Choose picture', [fileCalled('lie.png', 'image/png', 10)])
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('The upload failed. Try again, or remove the file.')).toBeVisible()
  const { data: resumes } = await consultant.client.storage
    .from('documents')
    .list(`${consultant.id}/resume`)
  expect(resumes).toHaveLength(1)
  await choose(page, 'Choose picture', [fileCalled('me.png')])
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/consultant-portal')
  expect((await profileOf(consultant)).consultation_fee).toBeNull()
  await page.goto('/consultant/documents')
  await expect(page.getByText('No resume uploaded.')).toBeVisible()
})

test('leaving without saving changes nothing', async ({ page }) => {
  const consultant = await newConsultant()
  await openAs(page, consultant, '/edit-profile')
  await choose(page, 'Choose a file', [file('resume.pdf')])
  await page.getByLabel('Headline').fill('Not yet')
  await page.getByRole('link', { name: 'Back to Portal' }).click()
  await expect(page).toHaveURL('/consultant-portal')
  expect((await profileOf(consultant)).headline).toBeNull()
  await page.goto('/consultant/documents')
  await expect(page.getByText('No resume uploaded.')).toBeVisible()
})

test('the user’s own profile shows everything, even with the strangest names @gate', async ({
  page,
}) => {
  const name = `<img src=x onerror=alert(1)> ${'ab'.repeat(40)} מוסך`
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant(name)])
  await addReviewedConsultations(facility, consultant, 12)
  await inDatabase(
    'update public.reviews set rating = 5 where id = (select id from public.reviews where consultant_id = $1 limit 1)',
    [consultant.id],
  )
  const words = { headline: 'W'.repeat(200), certifications: ['CxA', 'CxA'], services: ['בדיקה'] }
  const files = { profile_picture: await keepPicture(consultant) }
  await keepDocument(consultant, 'certification')
  await consultant.client
    .from('profiles')
    .update({ ...words, ...files })
    .eq('id', consultant.id)
    .throwOnError()
  await openAs(page, consultant, own(consultant))
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(name)
  const picture = card(page).locator('img')
  await expect(picture).toHaveAttribute('src', files.profile_picture)
  await expect(picture).toHaveJSProperty('naturalWidth', 1)
  const certifications = card(page).getByRole('list', { name: 'Certifications' })
  await expect(certifications.getByRole('listitem')).toHaveText(['CxA'])
  await expect(card(page).getByText('4.1 of 5 stars')).toBeVisible()
  await expect(card(page).getByText('$90 per consultation')).toBeVisible()
  const documents = page.getByRole('region', { name: 'Documents' })
  await expect(documents.getByText('No resume uploaded.')).toBeVisible()
  const certification = documents.getByRole('link', { name: 'View Certification 1' })
  await expect(certification).toHaveAttribute('href', /\/sign\/documents\//)
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await expect(reviews.getByRole('listitem')).toHaveCount(10)
  await expect(reviews.getByText('1–10 of 12')).toBeVisible()
})

test('another profile is not shown here, hidden or not', async ({ page }) => {
  const [consultant, other] = await Promise.all([newConsultant(), newConsultant('Somebody Else')])
  for (const id of [other.id, 'nobody', '00000000-0000-4000-8000-000000000000']) {
    await openAs(page, consultant, `/consultant-profile/${id}`)
    await expect(page.getByText('Failed to load profile.')).toBeVisible()
    await expect(page.getByText('Somebody Else')).toHaveCount(0)
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
  }
})

test('a user’s own hidden profile is still shown', async ({ page }) => {
  const consultant = await newConsultant()
  await consultant.client
    .from('profiles')
    .update({ is_hidden: true })
    .eq('id', consultant.id)
    .throwOnError()
  await openAs(page, consultant, own(consultant))
  await expect(card(page)).toContainText('Priya Raman')
  await expect(card(page)).toContainText('Not rated yet')
  await expect(card(page).locator('img')).toHaveCount(0)
  await expect(card(page).getByText('PR', { exact: true })).toBeVisible()
})

test('a hidden profile says so to earlier counterparts, and shows no rating', async ({ page }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await addReviewedConsultations(facility, consultant, 2)
  await consultant.client
    .from('profiles')
    .update({ is_hidden: true })
    .eq('id', consultant.id)
    .throwOnError()
  await openAs(page, facility, `/profile?id=${consultant.id}`)
  await expect(card(page)).toContainText('This profile is hidden.')
  await expect(card(page)).not.toContainText('Not rated yet')
  await expect(page.getByRole('region', { name: 'Reviews' })).toHaveCount(0)
})

test('a profile that cannot be loaded shows an error with Retry', async ({ page, complaints }) => {
  const consultant = await newConsultant()
  await openAs(page, consultant, '/consultant')
  const call = '**/rest/v1/profiles?select=id%2Crole**'
  await page.route(call, (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('link', { name: 'View My Profile' }).click()
  await expect(page.getByText('Failed to load profile.')).toBeVisible()
  await page.unroute(call)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(card(page)).toBeVisible()
  complaints.splice(0)
})
