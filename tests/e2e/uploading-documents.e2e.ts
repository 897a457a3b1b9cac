import type { Page } from '@playwright/test'
import { choose, deleteFile, file } from './support/consultant.ts'
import { expectAccessible } from './support/accessibility.ts'
import { newPerson, openAs, type Person } from './support/market.ts'
import { expect, test } from './support/test.ts'

const path = '/upload-documents'
const resume = (page: Page) => page.getByRole('region', { name: 'Resume' })
const certifications = (page: Page) => page.getByRole('region', { name: 'Certifications' })
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const send = (page: Page) => page.getByRole('button', { name: 'Upload Documents' })
const views = (page: Page) => certifications(page).getByRole('link', { name: /^View Cert/ })

async function stored({ client, id }: Person, kind: string) {
  const { data, error } = await client.storage.from('documents').list(`${id}/${kind}`)
  if (error) throw error
  return data.length
}

test('a resume and certifications are uploaded together, and viewed by links that expire @gate', async ({
  page,
}) => {
  const person = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, person, path)
  await expect(resume(page).getByText('PDF, up to 20 MB.')).toBeVisible()
  await expect(certifications(page).getByText('Up to 3 files, 20 MB each')).toBeVisible()
  await expect(resume(page).getByText('No resume uploaded.')).toBeVisible()
  await expect(certifications(page).getByText('No certifications uploaded.')).toBeVisible()
  await send(page).click()
  await expect(page.getByText('Choose a file first.')).toBeVisible()
  await choose(page, 'Choose a file', [file(`<b>${'سيرة'.repeat(40)}</b>.pdf`)])
  await choose(page, 'Choose files', [file('a.pdf'), file('b.pdf')])
  await expect(page.getByText('<b>سيرة', { exact: false })).toBeVisible()
  await send(page).dblclick()
  await expect(toast(page, 'Documents uploaded!')).toBeVisible()
  await expect(views(page)).toHaveCount(2)
  const address = await resume(page).getByRole('link', { name: 'View Resume' }).getAttribute('href')
  expect(address).toContain('/storage/v1/object/sign/')
  expect((await page.request.get(address ?? '')).status()).toBe(200)
  expect(await stored(person, 'resume')).toBe(1)
  expect(await stored(person, 'certification')).toBe(2)
})

test('documents are accessible', async ({ page }) => {
  await openAs(page, await newPerson('contractor', 'Ruth Ellison'), path)
  await choose(page, 'Choose files', [file('a.pdf')])
  await expectAccessible(page)
})

test('a refused file stays behind, and the others are uploaded @gate', async ({ page }) => {
  const person = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, person, path)
  await choose(page, 'Choose a file', [file('lies.pdf', 'application/pdf', '<html>no</html>')])
  await choose(page, 'Choose files', [file('good.pdf')])
  await send(page).click()
  await expect(page.getByText('The upload failed. Try again, or remove the file.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove lies.pdf' }).click()
  await send(page).click()
  await expect(toast(page, 'Documents uploaded!')).toBeVisible()
  expect(await stored(person, 'resume')).toBe(0)
  await expect(views(page)).toHaveCount(1)
})

// Facilities and contractors upload theirs below.
for (const role of ['consultant', 'admin'] as const) {
  test(`documents of ${role} accounts are uploaded as well`, async ({ as }) => {
    const page = await as(role)
    await page.goto(path)
    await choose(page, 'Choose a file', [file('resume.pdf')])
    await send(page).click()
    await expect(toast(page, 'Documents uploaded!')).toBeVisible()
    await deleteFile(page, 'Resume')
    await expect(resume(page).getByText('No resume uploaded.')).toBeVisible()
  })
}

test('a new resume replaces the previous one, and both kinds can be deleted', async ({ page }) => {
  const person = await newPerson('facility', 'Dana Whitfield')
  await openAs(page, person, path)
  for (const name of ['first.pdf', 'second.pdf']) {
    await choose(page, 'Choose a file', [file(name)])
    await send(page).click()
    await expect(page.getByText(name)).toBeHidden()
    await expect(resume(page).getByRole('link', { name: 'View Resume' })).toBeVisible()
  }
  expect(await stored(person, 'resume')).toBe(1)
  await deleteFile(page, 'Resume')
  await expect(resume(page).getByText('No resume uploaded.')).toBeVisible()
  await choose(page, 'Choose files', [file('a.pdf'), file('b.pdf'), file('c.pdf'), file('d.pdf')])
  await expect(page.getByText("d.pdf wasn't added. The limit is 3 files.")).toBeVisible()
  await send(page).click()
  await expect(certifications(page).getByText('You have uploaded all 3.')).toBeVisible()
  await deleteFile(page, 'Certification 2')
  await expect(views(page)).toHaveCount(2)
})

test('a network failure keeps the files, and Retry continues', async ({
  page,
  context,
  complaints,
}) => {
  const person = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, person, path)
  await choose(page, 'Choose a file', [file('resume.pdf')])
  await context.setOffline(true)
  await send(page).click()
  await expect(page.getByText(/Can't reach Mendwell/)).toBeVisible()
  await context.setOffline(false)
  await send(page).click()
  await expect(toast(page, 'Documents uploaded!')).toBeVisible()
  expect(await stored(person, 'resume')).toBe(1)
  complaints.splice(0)
})
