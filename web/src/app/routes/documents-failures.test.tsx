import { screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { DocumentLinks } from '#features/documents/document-links.tsx'
import { MyDocuments } from '#features/documents/my-documents.tsx'
import { UploadDocuments } from '#features/documents/upload-documents.tsx'
import { json, reply } from '#testing-network.ts'
import { storeProfile } from '#testing-profile.ts'
import { show, userId } from '#testing-screen.tsx'
import EditProfilePage from './shared/edit-profile.tsx'

const screens: { name: string; element: ReactElement }[] = [
  { name: 'My Documents', element: <MyDocuments userId={userId} /> },
  { name: 'the upload of documents', element: <UploadDocuments userId={userId} /> },
  { name: 'the form of the profile', element: <EditProfilePage /> },
  { name: 'the profile that others see', element: <DocumentLinks personId={userId} /> },
]

for (const { name, element } of screens) {
  // @covers screens.documents.no-link
  test(`${name} shows an error for files without links, and Retry opens them`, async () => {
    storeProfile({}, ['resume/mine.pdf'])
    reply('POST', '/storage/v1/object/sign/documents', () => json({}, 500))
    const { user } = show(element, { role: 'consultant' })
    expect(await screen.findByText("Couldn't open the files.")).toBeVisible()
    expect(screen.queryByRole('link', { name: 'View Resume' })).toBeNull()
    storeProfile({}, ['resume/mine.pdf'])
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    const link = await screen.findByRole('link', { name: 'View Resume' })
    expect(link).toHaveAttribute('href', expect.stringContaining(`${userId}/resume/mine.pdf`))
    await waitFor(() => expect(screen.queryByText("Couldn't open the files.")).toBeNull())
  })
}

// @covers screens.profile.forbidden-files
test('files that the user may not open are named without links', async () => {
  storeProfile({}, ['resume/mine.pdf', 'certification/a.pdf'])
  reply('POST', '/storage/v1/object/sign/documents', () =>
    json([{ path: 'resume/mine.pdf', error: 'Not found', signedURL: null }]),
  )
  show(<DocumentLinks personId={userId} />)
  expect(await screen.findByText("You can't open these files.")).toBeVisible()
  expect(screen.getByText('View Certification 1')).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})
