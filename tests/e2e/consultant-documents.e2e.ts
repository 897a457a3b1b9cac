import type { Page } from '@playwright/test'
import { chooseFiles, deleteFile, testFile, newConsultant } from './support/consultant.ts'
import { openAs, type Person } from './support/market.ts'
import { expect, test } from './support/test.ts'

const path = '/consultant/documents'
const resume = (page: Page) => page.getByRole('region', { name: 'Resume' })

/** Counts the consultant's files of this kind on the server. */
async function stored({ client, id }: Person, kind: string) {
  const { data, error } = await client.storage.from('documents').list(`${id}/${kind}`)
  if (error) throw error
  return data.length
}

// @covers 2.route.consultant-documents 2.documents.resume 2.documents.no-resume 2.documents.back
test('a resume is uploaded, viewed, replaced and deleted @gate', async ({ page }) => {
  const consultant = await newConsultant()
  await openAs(page, consultant, path)
  await expect(resume(page).getByText('No resume uploaded.')).toBeVisible()
  await chooseFiles(page, 'Choose a file', [testFile('resume.pdf')])
  const view = resume(page).getByRole('link', { name: 'View Resume' })
  await expect(view).toBeVisible()
  const address = (await view.getAttribute('href')) ?? ''
  expect(address).toContain('/storage/v1/object/sign/')
  expect((await page.request.get(address)).headers()['content-type']).toContain('application/pdf')
  await chooseFiles(page, 'Choose a file', [testFile('newer.pdf')])
  await expect(view).not.toHaveAttribute('href', address)
  await expect.poll(() => stored(consultant, 'resume')).toBe(1)
  await resume(page).getByRole('button', { name: 'Delete Resume' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(view).toBeVisible()
  await deleteFile(page, 'Resume')
  await expect(resume(page).getByText('No resume uploaded.')).toBeVisible()
  expect(await stored(consultant, 'resume')).toBe(0)
  await page.getByRole('link', { name: 'Back to Portal' }).click()
  await expect(page).toHaveURL('/consultant-portal')
})
