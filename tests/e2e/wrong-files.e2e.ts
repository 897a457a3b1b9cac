// Every file picker on the consultant's screens, and the files that it refuses.
import { truncate, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { choose, file, newConsultant } from './support/consultant.ts'
import { openAs } from './support/market.ts'
import { expect, test } from './support/test.ts'

const megabyte = 1_048_576

const pdf = {
  takes: 'PDF',
  type: 'application/pdf',
  extension: 'pdf',
  most: 20,
  folder: 'documents/resume',
}
const certification = {
  takes: 'PDF, PNG, JPEG or WebP',
  type: 'application/pdf',
  extension: 'pdf',
  most: 20,
  folder: 'documents/certification',
}
const picture = {
  takes: 'PNG, JPEG, WebP or GIF',
  type: 'image/png',
  extension: 'png',
  most: 10,
  folder: 'user-files/picture',
}

interface Picker {
  name: string
  path: string
  button: string
  /** The button that uploads the files, if choosing them does not. */
  send?: string
  takes: string
  type: string
  extension: string
  most: number
  folder: string
}

const pickers: Picker[] = [
  {
    name: 'the resume of My Documents',
    path: '/consultant/documents',
    button: 'Choose a file',
    ...pdf,
  },
  {
    name: 'the certifications of My Documents',
    path: '/consultant/documents',
    button: 'Choose files',
    ...certification,
  },
  {
    name: 'the resume of the upload',
    path: '/upload-documents',
    button: 'Choose a file',
    send: 'Upload Documents',
    ...pdf,
  },
  {
    name: 'the certifications of the upload',
    path: '/upload-documents',
    button: 'Choose files',
    send: 'Upload Documents',
    ...certification,
  },
  {
    name: 'the resume of the profile',
    path: '/edit-profile',
    button: 'Choose a file',
    send: 'Save Changes',
    ...pdf,
  },
  {
    name: 'the picture of the dialog',
    path: '/consultant',
    button: 'Choose picture',
    send: 'Save',
    ...picture,
  },
]

for (const { name, path, button, send, takes, type, extension, most, folder } of pickers) {
  test(`${name} refuses a wrong file with the reason`, async ({ page }, testInfo) => {
    const consultant = await newConsultant()
    await openAs(page, consultant, path)
    if (path === '/consultant') await page.getByRole('button', { name: 'Edit Profile' }).click()
    const large = testInfo.outputPath(`large.${extension}`)
    await writeFile(large, '')
    await truncate(large, most * megabyte + 1)
    const refuse = async (wrong: Parameters<typeof choose>[2], words: string) => {
      await choose(page, button, wrong)
      await expect(page.getByText(words)).toBeVisible()
    }
    const instead = `Use ${takes} instead.`
    await refuse([file('notes.txt', 'text/plain')], `notes.txt wasn't added. ${instead}`)
    await refuse([file('page.html', 'text/html')], `page.html wasn't added. ${instead}`)
    await refuse([file('empty', type, '')], "empty wasn't added. It's empty.")
    await refuse(large, `large.${extension} wasn't added. It's larger than ${most} MB.`)
    await choose(page, button, [file('lie', type, '<script>1</script>')])
    if (send) await page.getByRole('button', { name: send, exact: true }).click()
    const noun = type === 'application/pdf' ? 'PDF' : 'image'
    await expect(page.getByText(`This isn't a valid ${noun}.`)).toBeVisible()
    const [bucket = '', kind = ''] = folder.split('/')
    const { data } = await consultant.client.storage.from(bucket).list(`${consultant.id}/${kind}`)
    expect(data).toEqual([])
  })
}

test('a picture with too many pixels is reported, and stored nowhere @gate', async ({ page }) => {
  const consultant = await newConsultant()
  await openAs(page, consultant, '/consultant/documents')
  const paper = { width: 8000, height: 7000, channels: 3, background: 'white' } as const
  const buffer = await sharp({ create: paper }).png().toBuffer()
  await choose(page, 'Choose files', [{ name: 'plan.png', mimeType: 'image/png', buffer }])
  await expect(page.getByRole('alert')).toHaveText(
    'This file is too large, or its picture has too many pixels. Choose a smaller one.',
  )
  const { data } = await consultant.client.storage
    .from('documents')
    .list(`${consultant.id}/certification`)
  expect(data).toEqual([])
})
