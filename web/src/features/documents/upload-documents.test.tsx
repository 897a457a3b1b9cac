import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, networkFailure, reply, requestsTo } from '#testing-network.ts'
import { chooseFiles, pdf, storeProfile } from '#testing-profile.ts'
import { show, userId } from '#testing-screen.tsx'
import { UploadDocuments } from './upload-documents.tsx'

const root = '/storage/v1/object/documents/'
const resume = () => screen.getByRole('region', { name: 'Resume' })
const certifications = () => screen.getByRole('region', { name: 'Certifications' })
const uploadButton = () => screen.getByRole('button', { name: 'Upload Documents' })

async function showUpload() {
  const { user } = show(<UploadDocuments userId={userId} />, { role: 'contractor' })
  await screen.findByRole('region', { name: 'Resume' })
  return user
}

test('nothing is sent before a file is chosen', async () => {
  storeProfile()
  const user = await showUpload()
  expect(within(resume()).getByText('PDF, up to 20 MB.')).toBeVisible()
  expect(within(resume()).getByText('No resume uploaded.')).toBeVisible()
  expect(within(certifications()).getByText('No certifications uploaded.')).toBeVisible()
  await user.click(uploadButton())
  expect(await screen.findByText('Choose a file first.')).toBeVisible()
  expect(requestsTo('POST', '/storage/v1/object/*')).toEqual([])
})

// @covers 8.success.uploaded
test('a refused file stays in the form, and the others are uploaded', async () => {
  const { files } = storeProfile()
  reply('POST', `${root}${userId}/resume/*`, () =>
    json({ error: 'invalid_mime_type', message: "This isn't a valid PDF." }, 415),
  )
  const user = await showUpload()
  chooseFiles(resume(), [pdf('lies.pdf')])
  chooseFiles(certifications(), [pdf('good.pdf')])
  await user.click(uploadButton())
  expect(await screen.findByText('The upload failed. Try again, or remove the file.')).toBeVisible()
  expect(within(resume()).getByText("This isn't a valid PDF.")).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove lies.pdf' }))
  await user.click(uploadButton())
  expect(await screen.findByText('Documents uploaded!')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'View Certification 1' })).toBeVisible()
  expect([...files]).toEqual([expect.stringMatching(/\/certification\//)])
})

// @covers 5.documents.overwrite
test('a new resume replaces the previous one', async () => {
  const { files } = storeProfile({}, ['resume/first.pdf'])
  const user = await showUpload()
  expect(await screen.findByRole('link', { name: 'View Resume' })).toBeVisible()
  chooseFiles(resume(), [pdf('second.pdf')])
  await user.click(uploadButton())
  expect(await screen.findByText('Documents uploaded!')).toBeVisible()
  expect(screen.queryByText('second.pdf')).toBeNull()
  expect(files.size).toBe(1)
  expect([...files]).not.toContain(`${userId}/resume/first.pdf`)
})

test('a stored document is deleted only after a confirmation', async () => {
  const { files } = storeProfile({}, ['resume/mine.pdf', 'certification/a.pdf'])
  const user = await showUpload()
  for (const [name, remainingCount] of [
    ['Resume', 1],
    ['Certification 1', 0],
  ] as const) {
    const question = async () => {
      await user.click(await screen.findByRole('button', { name: `Delete ${name}` }))
      return within(await screen.findByRole('dialog', { name: `Delete ${name}` }))
    }
    await user.click((await question()).getByRole('button', { name: 'Cancel' }))
    expect(files.size).toBe(remainingCount + 1)
    await user.dblClick((await question()).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(files.size).toBe(remainingCount))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(await within(resume()).findByText('No resume uploaded.')).toBeVisible()
  expect(requestsTo('DELETE', '/storage/v1/object/documents')).toHaveLength(2)
})

test('three certifications are enough until one is deleted', async () => {
  storeProfile()
  const user = await showUpload()
  chooseFiles(
    certifications(),
    ['a', 'b', 'c', 'd'].map((name) => pdf(`${name}.pdf`)),
  )
  expect(certifications()).toHaveTextContent("d.pdf wasn't added. The limit is 3 files.")
  expect(within(certifications()).queryByRole('button', { name: 'Choose files' })).toBeNull()
  await user.click(uploadButton())
  expect(await within(certifications()).findByText(/^You have uploaded all 3\./)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Delete Certification 2' }))
  const question = await screen.findByRole('dialog', { name: 'Delete Certification 2' })
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Certification deleted.')).toBeVisible()
  expect(
    await within(certifications()).findByRole('button', { name: 'Choose a file' }),
  ).toBeVisible()
})

test('stored files count for the limit: with two of three there is room for one', async () => {
  storeProfile({}, ['certification/a.pdf', 'certification/b.pdf'])
  await showUpload()
  chooseFiles(certifications(), [pdf('c.pdf'), pdf('d.pdf')])
  expect(certifications()).toHaveTextContent(
    "d.pdf wasn't added. The limit is 3 files, and 2 are already uploaded.",
  )
  expect(within(certifications()).queryByRole('button', { name: /^Choose/ })).toBeNull()
})

// @covers 8.upload.failed
test('a network failure keeps the files, and the next attempt uploads them', async () => {
  const { files } = storeProfile()
  const user = await showUpload()
  let isOffline = true
  reply('POST', `${root}*`, ({ path }) => {
    if (isOffline) return networkFailure()
    files.add(path.slice(root.length))
    return json({})
  })
  chooseFiles(resume(), [pdf('resume.pdf')])
  await user.click(uploadButton())
  expect(await screen.findByText(/Can't reach Mendwell/)).toBeVisible()
  isOffline = false
  await user.click(uploadButton())
  expect(await screen.findByText('Documents uploaded!')).toBeVisible()
  expect(files.size).toBe(1)
})
