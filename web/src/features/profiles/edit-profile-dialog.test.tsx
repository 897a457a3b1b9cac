import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { json, networkFailure, reply, requestsTo, rows } from '#testing-network.ts'
import { chooseFiles, holdUploads, png, storeProfile } from '#testing-profile.ts'
import { show, userId } from '#testing-screen.tsx'
import EditProfileDialog from './edit-profile-dialog.tsx'

const oldPicture = 'https://pictures.example/me.png'
const save = () => screen.getByRole('button', { name: 'Save' })
const pictureField = () => screen.getByRole('group', { name: 'Picture' })

async function showDialog() {
  const onClose = vi.fn<() => void>()
  const dialog = <EditProfileDialog userId={userId} opened onClose={onClose} />
  const { user, unmount } = show(dialog, { role: 'consultant' })
  await screen.findByLabelText('Headline')
  return { user, unmount, onClose }
}

// @covers 2.profile-dialog.fields 7.profiles.update-dialog
test('texts are trimmed, and services become a list', async () => {
  const { profile } = storeProfile()
  const { user, onClose } = await showDialog()
  await user.type(screen.getByLabelText('Headline'), '  Boilers and <b>controls</b> ')
  await user.type(screen.getByLabelText('Bio'), 'Twenty years in hospitals.')
  await user.type(screen.getByLabelText('Services'), 'HVAC, , Boilers,HVAC controls ,')
  await user.click(save())
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(requestsTo('PATCH', '/rest/v1/profiles')).toHaveLength(1)
  expect(profile).toMatchObject({
    headline: 'Boilers and <b>controls</b>',
    bio: 'Twenty years in hospitals.',
    services: ['HVAC', 'Boilers', 'HVAC controls'],
  })
})

// @covers 2.profile-dialog.delete-picture 4.picture.local-until-save 2.profile-dialog.cancel
test('a deleted picture returns unless the form is saved', async () => {
  const { profile } = storeProfile({ profile_picture: oldPicture })
  const first = await showDialog()
  await first.user.click(within(pictureField()).getByRole('button', { name: 'Delete' }))
  expect(within(pictureField()).queryByRole('button', { name: 'Delete' })).toBeNull()
  await first.user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(first.onClose).toHaveBeenCalled()
  first.unmount()
  expect(requestsTo('PATCH', '/rest/v1/profiles')).toEqual([])
  const second = await showDialog()
  await second.user.click(within(pictureField()).getByRole('button', { name: 'Delete' }))
  await second.user.click(save())
  await waitFor(() => expect(second.onClose).toHaveBeenCalled())
  expect(profile['profile_picture']).toBe('')
})

// @covers 8.profile.save-failed
test('input that was not saved stays in the dialog, with the reason', async () => {
  const { profile } = storeProfile()
  const { user, onClose } = await showDialog()
  const headline = screen.getByLabelText('Headline')
  await user.click(headline)
  await user.paste('x'.repeat(201))
  await user.click(save())
  expect(await screen.findByText('Use at most 200 characters.')).toBeVisible()
  await user.clear(headline)
  await user.type(headline, 'Boilers')
  reply('PATCH', '/rest/v1/profiles', networkFailure)
  await user.click(save())
  expect(await screen.findByText(/Can't reach/)).toBeVisible()
  expect(headline).toHaveValue('Boilers')
  expect(onClose).not.toHaveBeenCalled()
  reply('PATCH', '/rest/v1/profiles', ({ body }) => {
    Object.assign(profile, body)
    return rows([{ id: userId }])
  })
  await user.click(save())
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(profile['headline']).toBe('Boilers')
})

// @covers 2.profile-dialog.uploading
test('"Uploading..." shows while a picture is uploaded', async () => {
  const { profile, files } = storeProfile()
  const { user, onClose } = await showDialog()
  const release = holdUploads()
  chooseFiles(pictureField(), [png('me.png')])
  await user.click(save())
  expect(await within(pictureField()).findByText('Uploading...')).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  release()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const [path] = files
  expect(profile['profile_picture']).toContain(`/storage/v1/object/public/user-files/${path}`)
})

test('a profile that cannot be loaded shows an error in the dialog', async () => {
  reply('GET', '/rest/v1/profiles', () => json({}, 500))
  show(<EditProfileDialog userId={userId} opened onClose={() => undefined} />)
  const dialog = await screen.findByRole('dialog', { name: 'Edit Your Profile' })
  expect(await within(dialog).findByText('Failed to load profile.')).toBeVisible()
})
