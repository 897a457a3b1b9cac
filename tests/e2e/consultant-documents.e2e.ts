import type { Page } from '@playwright/test'
import { choose, deleteFile, file, newConsultant } from './support/consultant.ts'
import { openAs, type Person } from './support/market.ts'
import { expect, test } from './support/test.ts'

const path = '/consultant/documents'
const resume = (page: Page) => page.getByRole('region', { name: 'Resume' })
const certifications = (page: Page) => page.getByRole('region', { name: 'Certifications' })
const views = (page: Page) =>
  certifications(page).getByRole('link', { name: /^View Certification \d$/ })

const own = ({ id }: Person) => `/consultant-profile/${id}`

/** Files of one kind on the server. */
async function stored({ client, id }: Person, kind: string) {
  const { data, error } = await client.storage.from('documents').list(`${id}/${kind}`)
  if (error) throw error
  return data.length
}

test('a resume is uploaded, viewed, replaced and deleted @gate', async ({ page }) => {
  const consultant = await newConsultant()
  await openAs(page, consultant, path)
  await expect(resume(page).getByText('No resume uploaded.')).toBeVisible()
  await choose(page, 'Choose a file', [file('resume.pdf')])
  const view = resume(page).getByRole('link', { name: 'View Resume' })
  await expect(view).toBeVisible()
  const address = (await view.getAttribute('href')) ?? ''
  expect(address).toContain('/storage/v1/object/sign/')
  expect((await page.request.get(address)).headers()['content-type']).toContain('application/pdf')
  await choose(page, 'Choose a file', [file('newer.pdf')])
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

test('up to three certifications are numbered, and a fourth is refused', async ({ page }) => {
  const consultant = await newConsultant()
  await openAs(page, consultant, path)
  await expect(certifications(page).getByText('Up to 3 certifications.')).toBeVisible()
  await expect(certifications(page).getByText('No certifications uploaded.')).toBeVisible()
  const four = ['a', 'b', 'c', 'd'].map((name) => file(`${name}.pdf`))
  await choose(page, 'Choose files', four)
  await expect(
    certifications(page).getByText("d.pdf wasn't added. The limit is 3 files."),
  ).toBeVisible()
  await expect(views(page)).toHaveCount(3)
  expect(await stored(consultant, 'certification')).toBe(3)
  await expect(certifications(page).getByText('Delete one to upload another.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose files' })).toHaveCount(0)
  await deleteFile(page, 'Certification 2')
  await expect(views(page)).toHaveText(['View Certification 1', 'View Certification 2'])
})

test('a fourth after an upload on another device is refused by the server @gate', async ({
  page,
}) => {
  const consultant = await newConsultant()
  await openAs(page, consultant, path)
  await expect(certifications(page).getByText('No certifications uploaded.')).toBeVisible()
  for (const name of ['x', 'y', 'z']) {
    const { buffer } = file(name)
    const { error } = await consultant.client.storage
      .from('documents')
      .upload(`${consultant.id}/certification/${name}.pdf`, buffer, {
        contentType: 'application/pdf',
      })
    expect(error).toBeNull()
  }
  await choose(page, 'Choose files', [file('late.pdf')])
  await expect(page.getByText('You can have at most 3 certifications.')).toBeVisible()
  await expect(page.getByText('late.pdf')).toBeVisible()
  await expect(views(page)).toHaveCount(3)
  expect(await stored(consultant, 'certification')).toBe(3)
})

test('a lost upload is retried', async ({ page, complaints }) => {
  const consultant = await newConsultant()
  await openAs(page, consultant, path)
  await page.route('**/storage/v1/object/documents/**', (route) => route.abort(), { times: 1 })
  await choose(page, 'Choose a file', [file('resume.pdf')])
  await expect(resume(page).getByText(/Can't reach/)).toBeVisible()
  await resume(page).getByRole('button', { name: 'Retry resume.pdf' }).click()
  await expect(resume(page).getByRole('link', { name: 'View Resume' })).toBeVisible()
  complaints.splice(0)
})

test('documents that cannot be loaded show an error with Retry', async ({ page, complaints }) => {
  const consultant = await newConsultant()
  await openAs(page, consultant, '/consultant/reviews')
  const call = '**/rest/v1/profiles?select=documents**'
  await page.route(call, (route) => route.fulfill({ status: 500, json: {} }))
  await page
    .getByRole('navigation', { name: 'Your pages' })
    .getByRole('link', { name: 'Documents' })
    .click()
  await expect(page.getByText('Failed to load documents.')).toBeVisible()
  await page.unroute(call)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No resume uploaded.')).toBeVisible()
  complaints.splice(0)
})

test('files without links show an error with Retry', async ({ page, complaints }) => {
  const consultant = await newConsultant()
  await openAs(page, consultant, path)
  await choose(page, 'Choose a file', [file('resume.pdf')])
  const view = page.getByRole('link', { name: 'View Resume' })
  await expect(view).toBeVisible()
  const call = '**/storage/v1/object/sign/**'
  for (const screen of [path, '/upload-documents', '/edit-profile', own(consultant)]) {
    await page.route(call, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(screen)
    await expect(page.getByText("Couldn't open the files.")).toBeVisible()
    await expect(view).toHaveCount(0)
    await page.unroute(call)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(view).toBeVisible()
    await expect(page.getByText("Couldn't open the files.")).toHaveCount(0)
  }
  complaints.splice(0)
})
