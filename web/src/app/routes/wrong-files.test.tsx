// Tests which files the file pickers for documents and pictures refuse.
import { screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { MyDocuments } from '#features/documents/my-documents.tsx'
import { UploadDocuments } from '#features/documents/upload-documents.tsx'
import EditProfileDialog from '#features/profiles/edit-profile-dialog.tsx'
import { json, reply, requestsTo } from '#testing-network.ts'
import { chooseFiles, storeProfile } from '#testing-profile.ts'
import { show, userId } from '#testing-screen.tsx'
import EditProfilePage from './shared/edit-profile.tsx'

const megabyte = 1_048_576

const pdf = { types: 'PDF', type: 'application/pdf', limitMb: 20, noun: 'PDF' }
const certification = { ...pdf, types: 'PDF, PNG, JPEG or WebP' }
const picture = { types: 'PNG, JPEG, WebP or GIF', type: 'image/png', limitMb: 10, noun: 'image' }

interface Picker {
  name: string
  element: ReactElement
  part: ['region' | 'group', string]
  /** The name of the upload button, or undefined if the upload starts when the user chooses files. */
  submit?: string
  types: string
  type: string
  limitMb: number
  noun: string
}

const dialog = <EditProfileDialog userId={userId} opened onClose={() => undefined} />

const pickers: Picker[] = [
  {
    name: 'the resume of My Documents',
    element: <MyDocuments userId={userId} />,
    part: ['region', 'Resume'],
    ...pdf,
  },
  {
    name: 'the certifications of My Documents',
    element: <MyDocuments userId={userId} />,
    part: ['region', 'Certifications'],
    ...certification,
  },
  {
    name: 'the resume of the upload',
    element: <UploadDocuments userId={userId} />,
    part: ['region', 'Resume'],
    submit: 'Upload Documents',
    ...pdf,
  },
  {
    name: 'the certifications of the upload',
    element: <UploadDocuments userId={userId} />,
    part: ['region', 'Certifications'],
    submit: 'Upload Documents',
    ...certification,
  },
  {
    name: 'the resume of the profile',
    element: <EditProfilePage />,
    part: ['group', 'Resume'],
    submit: 'Save Changes',
    ...pdf,
  },
  {
    name: 'the picture of the profile',
    element: <EditProfilePage />,
    part: ['group', 'Picture'],
    submit: 'Save Changes',
    ...picture,
  },
  {
    name: 'the picture of the dialog',
    element: dialog,
    part: ['group', 'Picture'],
    submit: 'Save',
    ...picture,
  },
]

for (const { name, element, part, submit, types, type, limitMb, noun } of pickers) {
  // @covers 2.documents.pdf-only 2.profile-dialog.images-only daily.picture-refused
  test(`${name} refuses a wrong file with the reason`, async () => {
    const { files } = storeProfile()
    const { user } = show(element, { role: 'consultant' })
    const [role, label] = part
    const field = await screen.findByRole(role, { name: label })
    const refuse = (file: File, reason: string) => {
      chooseFiles(field, [file])
      expect(field).toHaveTextContent(`${file.name} wasn't added. ${reason}`)
    }
    refuse(new File(['notes'], 'notes.txt', { type: 'text/plain' }), `Use ${types} instead.`)
    refuse(new File(['<p>'], 'page.html', { type: 'text/html' }), `Use ${types} instead.`)
    refuse(new File(['<svg/>'], 'plan.svg', { type: 'image/svg+xml' }), `Use ${types} instead.`)
    refuse(new File([], 'empty', { type }), "It's empty.")
    refuse(fileOfSize(limitMb * megabyte + 1, type), `It's larger than ${limitMb} MB.`)
    expect(requestsTo('POST', '/storage/v1/object/*')).toEqual([])
    const reason = `This isn't a valid ${noun}.`
    reply('POST', '/storage/v1/object/*', () =>
      json({ error: 'invalid_mime_type', message: reason }, 415),
    )
    chooseFiles(field, [new File(['<script>1</script>'], 'lie', { type })])
    if (submit) await user.click(screen.getByRole('button', { name: submit }))
    expect(await within(field).findByText(reason)).toBeVisible()
    expect(files.size).toBe(0)
    expect(requestsTo('PATCH', '/rest/v1/profiles')).toEqual([])
  })
}

function fileOfSize(size: number, type: string) {
  return Object.defineProperty(new File(['large'], 'large', { type }), 'size', { value: size })
}
