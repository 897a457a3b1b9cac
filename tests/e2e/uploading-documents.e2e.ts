import type { Page } from '@playwright/test'
import { chooseFiles, testFile } from './support/consultant.ts'
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

// @covers 8.success.uploaded
test('a resume and certifications are uploaded together, and viewed by links that expire', async ({
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
  await chooseFiles(page, 'Choose a file', [testFile(`<b>${'سيرة'.repeat(40)}</b>.pdf`)])
  await chooseFiles(page, 'Choose files', [testFile('a.pdf'), testFile('b.pdf')])
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
  await chooseFiles(page, 'Choose files', [testFile('a.pdf')])
  await expectAccessible(page)
})
