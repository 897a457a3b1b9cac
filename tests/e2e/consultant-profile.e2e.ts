import type { Page } from '@playwright/test'
import { chooseFiles, testFile, newConsultant } from './support/consultant.ts'
import { dialogOn, fileCalled, toastOn } from './support/facility.ts'
import { openAs, type Person } from './support/market.ts'
import { expect, test } from './support/test.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Profile' })

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

// @covers 2.consultant-dashboard.edit-profile 2.profile-dialog.fields 2.profile-dialog.width 9.profile-dialog.lg 2.route.consultant-profile 2.own-profile.picture
test('the dialog saves headline, bio, services and a picture', async ({ page }) => {
  const consultant = await newConsultant()
  await openAs(page, consultant, '/consultant')
  const dialog = await openDialog(page)
  // A dialog of the size "lg" is 620 pixels wide.
  expect((await dialog.boundingBox())?.width).toBe(620)
  await dialog.getByLabel('Headline').fill('  Boilers and <b>controls</b> ')
  await dialog.getByLabel('Bio').fill('Twenty years in hospitals.')
  await dialog.getByLabel('Services').fill('HVAC, , Boilers,HVAC controls ,')
  await chooseFiles(page, 'Choose picture', [fileCalled('me.png')])
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
  await expect(card(page).locator('img')).toHaveJSProperty('naturalWidth', 1)
})

// @covers 2.edit-profile.fields 2.edit-profile.resume 2.edit-profile.save
test('the page saves every field, the fee and a resume, and returns @gate', async ({ page }) => {
  const consultant = await newConsultant()
  await openAs(page, consultant, '/edit-profile')
  await page.getByLabel('Headline').fill('Commissioning')
  await page.getByLabel('Location').fill('Boulder, CO')
  await page.getByLabel('Bio').fill('I read trend logs.')
  await page.getByLabel('Services Offered (comma-separated)').fill('HVAC, Audits')
  await page.getByLabel('Certifications (comma-separated)').fill('PE (Colorado), CxA')
  const fee = page.getByLabel('Consultation Fee')
  await fee.fill('$1,250.50')
  await page.getByLabel('Time Zone').selectOption('America/New_York')
  await chooseFiles(page, 'Choose a file', [testFile('resume.pdf')])
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
