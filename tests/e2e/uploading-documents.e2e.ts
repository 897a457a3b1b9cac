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

test('a large resume continues after the connection was lost', async ({ page, pageErrors }) => {
  const person = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, person, path)
  const sentOffsets: string[] = []
  let isLost = false
  await page.route('**/storage/v1/upload/resumable/*', async (route) => {
    const offset = await route.request().headerValue('upload-offset')
    if (offset !== null) sentOffsets.push(offset)
    if (isLost || offset === null || offset === '0') return route.fallback()
    isLost = true
    return route.abort('connectionreset')
  })
  const buffer = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(8 * 1024 * 1024, ' ')])
  const large = { name: 'large.pdf', mimeType: 'application/pdf', buffer }
  await chooseFiles(page, 'Choose a file', [large])
  await send(page).click()
  await expect(toast(page, 'Documents uploaded!')).toBeVisible()
  const secondPart = String(6 * 1024 * 1024)
  expect(sentOffsets).toEqual(['0', secondPart, secondPart])
  expect(pageErrors.splice(0)).toEqual(['Failed to load resource: net::ERR_CONNECTION_RESET'])
  const { data } = await person.client.storage.from('documents').list(`${person.id}/resume`)
  expect(data?.map(({ metadata }) => metadata?.['size'])).toEqual([buffer.length])
})

test('documents are accessible', async ({ page }) => {
  await openAs(page, await newPerson('contractor', 'Ruth Ellison'), path)
  await chooseFiles(page, 'Choose files', [testFile('a.pdf')])
  await expectAccessible(page)
})
