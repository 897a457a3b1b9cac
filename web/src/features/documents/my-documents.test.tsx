import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, networkFailure, reply } from '#testing-network.ts'
import { chooseFiles, holdUploads, pdf, png, storeProfile } from '#testing-profile.ts'
import { show, userId } from '#testing-screen.tsx'
import { MyDocuments } from './my-documents.tsx'

const uploads = '/storage/v1/object/documents/*'
const resume = () => screen.getByRole('region', { name: 'Resume' })
const certifications = () => screen.getByRole('region', { name: 'Certifications' })

async function showDocuments() {
  const { user } = show(<MyDocuments userId={userId} />, { role: 'consultant' })
  await screen.findByRole('region', { name: 'Resume' })
  return user
}

async function expectViews(names: string[]) {
  await waitFor(() => {
    const links = within(certifications()).queryAllByRole('link', { name: /^View/ })
    expect(links.map(({ textContent }) => textContent)).toEqual(names)
  })
}

// @covers 2.documents.up-to-three 2.documents.no-certifications 9.certifications.three
test('up to three certifications are numbered, and a fourth is refused', async () => {
  const { files } = storeProfile()
  await showDocuments()
  expect(within(certifications()).getByText('Up to 3 certifications.')).toBeVisible()
  expect(within(certifications()).getByText('No certifications uploaded.')).toBeVisible()
  const release = holdUploads()
  const four = ['a', 'b', 'c', 'd'].map((name) => pdf(`${name}.pdf`))
  chooseFiles(certifications(), four)
  expect(certifications()).toHaveTextContent("d.pdf wasn't added. The limit is 3 files.")
  release()
  await expectViews(['View Certification 1', 'View Certification 2', 'View Certification 3'])
  expect(files.size).toBe(3)
  expect(within(certifications()).getByText('Delete one to upload another.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Choose files' })).toBeNull()
})

// @covers 2.documents.certifications
test('a certification is deleted after a confirmation, and the others are numbered again', async () => {
  const { files } = storeProfile(
    {},
    ['a', 'b', 'c'].map((name) => `certification/${name}.pdf`),
  )
  const user = await showDocuments()
  await user.click(await screen.findByRole('button', { name: 'Delete Certification 2' }))
  const question = await screen.findByRole('dialog', { name: 'Delete Certification 2' })
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(files.size).toBe(3)
  await user.click(screen.getByRole('button', { name: 'Delete Certification 2' }))
  const secondDialog = await screen.findByRole('dialog', { name: 'Delete Certification 2' })
  await user.dblClick(within(secondDialog).getByRole('button', { name: 'Delete' }))
  await expectViews(['View Certification 1', 'View Certification 2'])
  expect([...files]).toEqual([`${userId}/certification/a.pdf`, `${userId}/certification/c.pdf`])
})

// @covers screens.documents.fourth
test('the refusal of a fourth certification is shown, and files of another device appear', async () => {
  const { files } = storeProfile()
  await showDocuments()
  for (const name of ['x', 'y', 'z']) files.add(`${userId}/certification/${name}.pdf`)
  const message = 'You can have at most 3 certifications.'
  reply('POST', uploads, () => json({ error: 'too_many_certifications', message }, 400))
  chooseFiles(certifications(), [pdf('late.pdf')])
  expect(await screen.findByText(message)).toBeVisible()
  await expectViews(['View Certification 1', 'View Certification 2', 'View Certification 3'])
  expect(screen.getByText('late.pdf')).toBeVisible()
})

// @covers files.too-many-pixels
test('a picture with too many pixels is reported', async () => {
  const { files } = storeProfile()
  await showDocuments()
  reply('POST', uploads, () => json({ error: 'Payload too large', message: 'Too many' }, 413))
  chooseFiles(certifications(), [png('plan.png')])
  expect(await within(certifications()).findByRole('alert')).toHaveTextContent(
    'This file is too large, or its picture has too many pixels. Choose a smaller one.',
  )
  expect(files.size).toBe(0)
})

// @covers 8.upload.failed
test('a failed upload is retried', async () => {
  storeProfile()
  const user = await showDocuments()
  let attempts = 0
  reply('POST', uploads, () => {
    attempts += 1
    storeProfile({}, attempts > 1 ? ['resume/resume.pdf'] : [])
    return attempts > 1 ? json({}) : networkFailure()
  })
  chooseFiles(resume(), [pdf('resume.pdf')])
  expect(await within(resume()).findByText(/Can't reach/)).toBeVisible()
  await user.click(within(resume()).getByRole('button', { name: 'Retry resume.pdf' }))
  expect(await within(resume()).findByRole('link', { name: 'View Resume' })).toBeVisible()
})

test.each([
  ['has another content', json({ error: 'invalid_mime_type', message: "This isn't a PDF." }, 400)],
  ['is too large', json({ error: 'Payload too large', message: 'Too large' }, 413)],
])('a resume that %s is replaced by another choice', async (_, response) => {
  storeProfile()
  await showDocuments()
  reply('POST', uploads, () => response)
  chooseFiles(resume(), [pdf('bad.pdf')])
  expect(await within(resume()).findByRole('alert')).toBeVisible()
  expect(within(resume()).queryByRole('button', { name: /^Retry/ })).toBeNull()
  expect(within(resume()).getByRole('button', { name: 'Choose a file' })).toBeVisible()
  storeProfile({}, ['resume/good.pdf'])
  chooseFiles(resume(), [pdf('good.pdf')])
  expect(await within(resume()).findByRole('link', { name: 'View Resume' })).toBeVisible()
  expect(within(resume()).queryByText('bad.pdf')).toBeNull()
})

test('documents that cannot be loaded show an error, and Retry loads them', async () => {
  reply('GET', '/rest/v1/profiles', () => json({}, 500))
  const { user } = show(<MyDocuments userId={userId} />, { role: 'consultant' })
  expect(await screen.findByText('Failed to load documents.')).toBeVisible()
  storeProfile()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('No resume uploaded.')).toBeVisible()
})
