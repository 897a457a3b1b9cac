import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, reply, requestsTo, rows } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import { AdminActions } from './admin-dashboard.tsx'

const secret = 'Quiet-pine-needle-7'
const path = '/functions/v1/create-user'

type Shown = ReturnType<typeof show>

async function openDialog({ user }: Shown) {
  await user.click(screen.getByRole('button', { name: 'Add User' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add User' }))
  await dialog.findByLabelText('Full name')
  return { ...dialog, send: dialog.getByRole('button', { name: 'Add User' }) }
}

type Dialog = Awaited<ReturnType<typeof openDialog>>

async function fill({ user }: Shown, dialog: Dialog) {
  await user.type(dialog.getByLabelText('Full name'), 'Ruth Ellison')
  await user.type(dialog.getByLabelText('Company'), 'Ellison Roofing')
  await user.type(dialog.getByLabelText('Email'), 'ruth@example.com')
  await user.type(dialog.getByLabelText('Password'), secret)
  await user.selectOptions(dialog.getByLabelText('Role'), 'Contractor')
}

const showActions = () => show(<AdminActions />, { role: 'admin' })

test('a link opens the dialog once', async () => {
  show(<AdminActions />, { at: '/admin-dashboard?add=user', role: 'admin' })
  expect(await screen.findByRole('dialog', { name: 'Add User' })).toBeVisible()
  expect(window.location.search).toBe('')
})

// @covers 8.add-user.local-errors 5.add-user.required
test('missing and refused values are reported at their fields', async () => {
  const shown = showActions()
  const dialog = await openDialog(shown)
  await shown.user.click(dialog.send)
  for (const text of [
    'Enter a name.',
    'Enter a company.',
    'Enter an email address.',
    'Choose a password.',
    'Choose a role.',
  ])
    expect(dialog.getAllByText(text)[0]).toBeVisible()
  expect(requestsTo('POST', path)).toEqual([])
  await fill(shown, dialog)
  reply('POST', path, () => json({ message: 'Password needs at least 8 characters' }, 422))
  await shown.user.click(dialog.send)
  await waitFor(() =>
    expect(dialog.getByLabelText('Password')).toHaveAccessibleDescription(
      /needs at least 8 characters/,
    ),
  )
  reply('POST', path, () => json({ message: 'This address has already been registered' }, 409))
  await shown.user.click(dialog.send)
  await waitFor(() =>
    expect(dialog.getByLabelText('Email')).toHaveAccessibleDescription(/already been registered/),
  )
  expect(dialog.getByLabelText('Full name')).toHaveValue('Ruth Ellison')
})

test('an invitation needs no password, and sends none that was typed before', async () => {
  const shown = showActions()
  const dialog = await openDialog(shown)
  await fill(shown, dialog)
  await shown.user.click(dialog.getByLabelText('Send an invitation instead'))
  expect(dialog.queryByLabelText('Password')).toBeNull()
  reply('POST', path, () => json({ user: { id: '5d2f9c3a-1111-4111-8111-111111111111' } }))
  await shown.user.click(dialog.send)
  expect(await screen.findByText('Invitation sent to ruth@example.com')).toBeVisible()
  expect(requestsTo('POST', path).at(-1)?.body).toEqual({
    full_name: 'Ruth Ellison',
    company_name: 'Ellison Roofing',
    email: 'ruth@example.com',
    invite: true,
    role: 'contractor',
    business_type: null,
    services: [],
    expertise: [],
  })
})

// @covers 8.add-user.server-message
test.for([
  [401, 'Not authenticated'],
  [403, 'User not allowed'],
  [502, 'Unable to verify admin role'],
] as const)('"%s %s" is shown as the server sends it', async ([status, message]) => {
  const shown = showActions()
  const dialog = await openDialog(shown)
  reply('POST', path, () => json({ message }, status))
  await fill(shown, dialog)
  await shown.user.click(dialog.send)
  expect(await within(await dialog.findByRole('alert')).findByText(message)).toBeVisible()
  expect(dialog.getByLabelText('Password')).toHaveValue(secret)
})

// @covers 8.add-user.unexpected
test('a response without a user is an unexpected error', async () => {
  const shown = showActions()
  const dialog = await openDialog(shown)
  reply('POST', path, () => json({}))
  await fill(shown, dialog)
  await shown.user.click(dialog.send)
  expect(await dialog.findByText('Unexpected response')).toBeVisible()
})

test('typed text is restored, except for the password', async () => {
  const shown = showActions()
  const dialog = await openDialog(shown)
  await fill(shown, dialog)
  fireEvent(window, new Event('pagehide'))
  const storedText = JSON.stringify([sessionStorage, localStorage])
  expect(storedText).toContain('ruth@example.com')
  expect(storedText).not.toContain(secret)
  shown.unmount()
  const reopened = await openDialog(showActions())
  expect(await reopened.findByText('Draft restored.')).toBeVisible()
  expect(reopened.getByLabelText('Email')).toHaveValue('ruth@example.com')
  expect(reopened.getByLabelText('Role')).toHaveValue('contractor')
  expect(reopened.getByLabelText('Password')).toHaveValue('')
})

test('a double click sends once, and a lost response is recovered', async () => {
  const shown = showActions()
  const dialog = await openDialog(shown)
  const { promise, reject } = Promise.withResolvers<Response>()
  reply('POST', path, () => promise)
  await fill(shown, dialog)
  await shown.user.dblClick(dialog.send)
  reject(new TypeError('Failed to fetch'))
  expect(await dialog.findByText(/^Can't reach Mendwell/)).toBeVisible()
  expect(requestsTo('POST', path)).toHaveLength(1)
  reply('POST', path, () => json({ message: 'This address has already been registered' }, 409))
  reply('GET', '/rest/v1/admin_user_list', () =>
    rows([{ id: '5d2f9c3a-1111-4111-8111-111111111111' }]),
  )
  await shown.user.click(dialog.send)
  expect(await screen.findByText('User created successfully')).toBeVisible()
  const [lookupRequest] = requestsTo('GET', '/rest/v1/admin_user_list')
  expect(lookupRequest?.query.get('email')).toBe('eq.ruth@example.com')
})
