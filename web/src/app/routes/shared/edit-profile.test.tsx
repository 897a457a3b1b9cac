import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '#lib/session/roles.ts'
import { json, refusal, reply, requestsTo, rows } from '#testing-network.ts'
import { chooseFiles, pdf, png, storeProfile } from '#testing-profile.ts'
import { show, userId, visit } from '#testing-screen.tsx'
import EditProfilePage from './edit-profile.tsx'

const profiles = '/rest/v1/profiles'
const save = () => screen.getByRole('button', { name: 'Save Changes' })
const pictureField = () => screen.getByRole('group', { name: 'Picture' })
const field = (label: string | RegExp) => screen.getByLabelText(label)

async function showForm(role: Role) {
  const { user, address, unmount } = show(<EditProfilePage />, { role, at: '/edit-profile' })
  await screen.findByRole('form', { name: 'Edit Your Profile' })
  const type = async (label: string | RegExp, text: string) => {
    await user.clear(field(label))
    await user.click(field(label))
    await user.paste(text)
  }
  return { user, address, unmount, type }
}

// @covers 2.route.edit-profile
test('/edit-profile shows a consultant "Edit Your Profile"', async () => {
  storeProfile()
  await visit('/edit-profile', { role: 'consultant' })
  const heading = await screen.findByRole('heading', { level: 1, name: 'Edit Your Profile' })
  expect(heading).toBeVisible()
})

test('a facility describes itself, and has no services, certifications, fee or resume', async () => {
  const { profile } = storeProfile({ role: 'facility', services: ['kept'] })
  const { user, address, type } = await showForm('facility')
  for (const label of [/^Services/, /^Certifications/, 'Consultation Fee']) {
    expect(screen.queryByLabelText(label)).toBeNull()
  }
  expect(screen.queryByRole('group', { name: 'Resume' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible()
  await type('Company', 'Lakewood clinic')
  await user.click(save())
  await waitFor(() => expect(address()).toBe('/facility-dashboard'))
  expect(profile).toMatchObject({ company_name: 'Lakewood clinic', services: ['kept'] })
  const [{ body } = { body: undefined }] = requestsTo('PATCH', profiles)
  expect(body).not.toHaveProperty('services')
})

// @covers daily.profile-values
test('each oversized value is reported at its field, and nothing is lost or saved', async () => {
  storeProfile({ role: 'contractor' })
  const { user, type } = await showForm('contractor')
  const list = Array.from({ length: 51 }, (_, index) => index).join()
  await type('Username', 'u'.repeat(101))
  await type('Headline', 'h'.repeat(201))
  await type('Bio', 'b'.repeat(5001))
  await type(/^Services/, list)
  await type(/^Certifications/, 'c'.repeat(101))
  await user.click(save())
  for (const [label, message] of [
    ['Username', 'Use at most 100 characters.'],
    ['Headline', 'Use at most 200 characters.'],
    ['Bio', 'Use at most 5,000 characters.'],
    [/^Services/, 'List at most 50.'],
    [/^Certifications/, 'Use at most 100 characters for each.'],
  ] as const) {
    expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(message))
  }
  expect(field('Username')).toHaveFocus()
  expect(field('Bio')).toHaveValue('b'.repeat(5001))
  const summary = screen.getByText(/^Fix the highlighted fields:/)
  expect(summary).toHaveTextContent('Username, Headline, Bio, Services Offered')
  await user.click(within(summary).getByRole('button', { name: 'Bio' }))
  expect(field('Bio')).toHaveFocus()
  expect(requestsTo('PATCH', profiles)).toEqual([])
})

test('a consultation fee is an amount above zero, or empty', async () => {
  const { profile } = storeProfile()
  const { user, address, type } = await showForm('consultant')
  for (const invalidFee of ['0', '-5', '12.345', 'much']) {
    await type('Consultation Fee', invalidFee)
    await user.click(save())
    expect(field('Consultation Fee')).toHaveAccessibleDescription(
      expect.stringContaining('Enter a fee above $0, or leave it empty.'),
    )
  }
  await type('Consultation Fee', '$1,250.50')
  await user.click(save())
  await waitFor(() => expect(address()).toBe('/consultant-portal'))
  expect(profile['consultation_fee']).toBe(1250.5)
})

test('the picture of a refused profile is removed, and uploaded with the next attempt', async () => {
  const { profile, files } = storeProfile({ role: 'contractor' })
  const { user, address } = await showForm('contractor')
  chooseFiles(pictureField(), [png('me.png')])
  const wordsInvalid = 'Services can have at most 50 entries of at most 100 characters.'
  reply('PATCH', profiles, () => refusal(400, 'words_invalid', wordsInvalid, 'Shorten the list.'))
  await user.click(save())
  expect(await screen.findByText(RegExp(wordsInvalid))).toBeVisible()
  expect(requestsTo('POST', '/storage/v1/object/user-files/*')).toHaveLength(1)
  expect(files.size).toBe(0)
  reply('PATCH', profiles, ({ body }) => {
    Object.assign(profile, body)
    return rows([{ id: userId }])
  })
  await user.click(save())
  await waitFor(() => expect(address()).toBe('/contractor-dashboard'))
  const [path] = files
  expect(files.size).toBe(1)
  expect(profile['profile_picture']).toContain(path)
})

test('a file that is not a picture is refused, and the typed text stays', async () => {
  storeProfile({ role: 'contractor' })
  const { user, type } = await showForm('contractor')
  await type('Headline', 'Boilers since 1998')
  reply('POST', '/storage/v1/object/user-files/*', () =>
    json({ error: 'invalid_mime_type', message: "This isn't a valid image." }, 415),
  )
  chooseFiles(pictureField(), [png('lie.png')])
  await user.click(save())
  expect(await within(pictureField()).findByText("This isn't a valid image.")).toBeVisible()
  expect(screen.getByText('The upload failed. Try again, or remove the file.')).toBeVisible()
  expect(field('Headline')).toHaveValue('Boilers since 1998')
  expect(requestsTo('PATCH', profiles)).toEqual([])
})

// @covers 2.edit-profile.resume
test('a resume and a fee are removed when the form is saved, and not before', async () => {
  const { profile, files } = storeProfile({}, ['resume/mine.pdf'])
  const { user, address } = await showForm('consultant')
  await user.click(await screen.findByRole('button', { name: 'Remove Resume' }))
  expect(screen.getByText('Your resume will be removed when you save your changes.')).toBeVisible()
  await user.clear(field('Consultation Fee'))
  reply('PATCH', profiles, () => refusal(400, 'words_invalid', 'Services: at most 50.'))
  await user.click(save())
  expect(await screen.findByText('Services: at most 50.')).toBeVisible()
  expect([...files]).toEqual([`${userId}/resume/mine.pdf`])
  reply('PATCH', profiles, ({ body }) => {
    Object.assign(profile, body)
    return rows([{ id: userId }])
  })
  await user.click(save())
  await waitFor(() => expect(address()).toBe('/consultant-portal'))
  expect(files.size).toBe(0)
  expect(profile['consultation_fee']).toBeNull()
})

// @covers 2.edit-profile.back
test('a new resume stays if the profile is refused, and is not uploaded again', async () => {
  const { files } = storeProfile({}, ['resume/first.pdf'])
  const { user, address } = await showForm('consultant')
  await screen.findByRole('link', { name: 'View Resume' })
  chooseFiles(screen.getByRole('group', { name: 'Resume' }), [pdf('second.pdf')])
  reply('PATCH', profiles, () => refusal(400, 'words_invalid', 'Services: at most 50.'))
  await user.click(save())
  expect(await screen.findByText('Services: at most 50.')).toBeVisible()
  const [stored] = files
  expect([...files]).toEqual([expect.stringContaining(`${userId}/resume/`)])
  expect(stored).not.toBe(`${userId}/resume/first.pdf`)
  reply('PATCH', profiles, () => rows([{ id: userId }]))
  await user.click(save())
  await waitFor(() => expect(address()).toBe('/consultant-portal'))
  expect([...files]).toEqual([stored])
  expect(requestsTo('POST', '/storage/v1/object/documents/*')).toHaveLength(1)
})

test('leaving without saving changes nothing', async () => {
  storeProfile()
  const { user, address, type } = await showForm('consultant')
  chooseFiles(await screen.findByRole('group', { name: 'Resume' }), [pdf('resume.pdf')])
  chooseFiles(pictureField(), [png('me.png')])
  await type('Headline', 'Not yet')
  await user.click(screen.getByRole('link', { name: 'Back to Portal' }))
  expect(address()).toBe('/consultant-portal')
  expect(requestsTo('PATCH', profiles)).toEqual([])
  expect(requestsTo('POST', '/storage/v1/object/*')).toEqual([])
})

test('a profile that cannot be loaded shows an error, and Retry loads it', async () => {
  reply('GET', profiles, () => json({ code: 'XX000', message: 'internal' }, 500))
  const { user } = show(<EditProfilePage />, { role: 'contractor' })
  expect(await screen.findByText('Failed to load profile.')).toBeVisible()
  storeProfile({ role: 'contractor' })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('form', { name: 'Edit Your Profile' })).toBeVisible()
})
