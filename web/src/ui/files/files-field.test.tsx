import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chooseFiles, pdf, png } from '#testing-profile.ts'
import { show, userId } from '#testing-screen.tsx'
import { PhotosField } from './files-field.tsx'
import { useUploads } from './use-uploads.ts'

function Photos({ storedCount }: { storedCount: number }) {
  const uploads = useUploads({ kind: 'job-photo', userId, storedCount })
  return <PhotosField label="Photos" uploads={uploads} />
}

function showPhotos(storedCount: number) {
  show(<Photos storedCount={storedCount} />)
  const field = screen.getByRole('group', { name: 'Photos' })
  const choose = (count: number) =>
    chooseFiles(
      field,
      Array.from({ length: count }, (_, index) => png(`${index + 1}.png`)),
    )
  const buttons = () => within(field).queryAllByRole('button', { name: /^(Choose|Take) a? ?photo/ })
  return { field, choose, buttons }
}

test.for([
  [0, 6],
  [2, 4],
  [5, 1],
])('with %d stored photos, %d more can be chosen, and then none', async ([storedCount, room]) => {
  const { field, choose, buttons } = showPhotos(storedCount ?? 0)
  expect(buttons()).toHaveLength(2)
  choose(room ?? 0)
  expect(await within(field).findAllByRole('listitem')).toHaveLength(room ?? 0)
  expect(buttons()).toEqual([])
})

test('a field with all its photos stored earlier offers no button to choose more', () => {
  const { field, buttons } = showPhotos(6)
  expect(buttons()).toEqual([])
  expect(within(field).queryByText(/drop/)).toBeNull()
})

// @covers daily.photo-refused
test('a file of another type, a photo of 30 MB and a seventh are refused by name', async () => {
  const { field, choose } = showPhotos(0)
  const huge = new File([new ArrayBuffer(30_000_000)], 'huge.png', { type: 'image/png' })
  chooseFiles(field, [pdf('plan.pdf'), huge])
  expect(await within(field).findByText('plan.pdf')).toBeVisible()
  expect(field).toHaveTextContent("plan.pdf wasn't added. Use PNG, JPEG, WebP or GIF instead.")
  expect(field).toHaveTextContent("huge.png wasn't added. It's larger than 10 MB.")
  choose(7)
  expect(await within(field).findByText('7.png')).toBeVisible()
  expect(field).toHaveTextContent("7.png wasn't added. The limit is 6 photos.")
  const photoList = within(within(field).getByRole('list', { name: 'Photos' }))
  expect(photoList.getAllByRole('listitem')).toHaveLength(6)
})
