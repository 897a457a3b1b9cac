import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { authError, newSession, stubMethods } from '#testing-sign-in.ts'
import { json, reply } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import { LinkedAccountsSection } from './linked-accounts-section.tsx'

const userPath = '/auth/v1/user'
const authorize = '/auth/v1/user/identities/authorize'
const section = () => within(screen.getByRole('region', { name: 'Linked accounts' }))
const row = (name: string) =>
  section()
    .findByText(name, { exact: true })
    .then((text) => text.closest('li') ?? text)

function identity(provider: string, data: object) {
  const id = `identity of ${provider}`
  return { id, identity_id: id, user_id: userId, provider, identity_data: data }
}

const email = identity('email', { email: 'ada@example.com' })
const google = identity('google', { email: 'private@home.example' })
const phone = identity('phone', { phone: '15550007002' })

function showSection(identities: object[], isConfirmed = true) {
  const view = show(<LinkedAccountsSection userId={userId} />)
  const emailConfirmation = isConfirmed ? { email_confirmed_at: '2026-01-05T09:00:00Z' } : {}
  reply('GET', userPath, () => json({ ...newSession().user, ...emailConfirmation, identities }))
  return view
}

// @covers screens.settings.last-account
test('an account that cannot be unlinked says why', async () => {
  stubMethods({ google: true })
  showSection([email])
  expect(await row('Email')).toHaveTextContent('ada@example.com')
  expect(await row('Email')).toHaveTextContent("You can't unlink your only way to log in.")
  expect(section().queryByRole('button', { name: /^Unlink/ })).toBeNull()
})

test('the last provider of an account without a confirmed email stays', async () => {
  stubMethods({ google: true })
  showSection([google], false)
  expect(await row('Google')).toHaveTextContent(
    'This is your only way to log in. Link another account before you unlink it.',
  )
  expect(section().queryByRole('button', { name: /^Unlink/ })).toBeNull()
})

test('an account is offered until it is linked, and a phone number can only be changed', async () => {
  stubMethods({ google: true, phone: true, company: true })
  showSection([email, google, phone])
  expect(await row('Phone')).toHaveTextContent('+15550007002')
  expect(await row('Phone')).toHaveTextContent("You can change it, but you can't unlink it.")
  expect(await section().findByRole('button', { name: 'Change Phone' })).toBeVisible()
  expect(section().getByRole('button', { name: 'Unlink Google' })).toBeVisible()
  expect(section().getByRole('button', { name: 'Link company account' })).toBeVisible()
  expect(section().queryByRole('button', { name: 'Link Google' })).toBeNull()
  expect(section().queryByRole('button', { name: 'Add phone number' })).toBeNull()
})

test('a login from yesterday must be repeated before linking', async () => {
  stubMethods({ google: true })
  const { user } = showSection([email])
  reply('GET', authorize, () => authError(403, 'reauthentication_needed', 'Requires a recent one'))
  await user.click(await section().findByRole('button', { name: 'Link Google' }))
  expect(await section().findByRole('alert')).toHaveTextContent('Log in again first.')
})

test('a list that cannot be loaded shows an error in its place, and Retry loads it', async () => {
  stubMethods({ google: true })
  const { user } = showSection([email])
  reply('GET', userPath, () => authError(400, 'failed', 'no'))
  expect(await section().findByText('Failed to load your linked accounts.')).toBeVisible()
  reply('GET', userPath, () => json({ ...newSession().user, identities: [email] }))
  await user.click(section().getByRole('button', { name: 'Retry' }))
  expect(await row('Email')).toBeVisible()
})

test('offered accounts that cannot be loaded show an error beside the list, and Retry loads them', async () => {
  reply('GET', '/auth/v1/settings', () => json({}, 400))
  const { user } = showSection([email])
  const failed = 'Failed to load the accounts that you can link.'
  expect(await section().findByText(failed, {}, { timeout: 10_000 })).toBeVisible()
  stubMethods({ google: true })
  await user.click(section().getByRole('button', { name: 'Retry' }))
  expect(await section().findByRole('button', { name: 'Link Google' })).toBeVisible()
  await waitFor(() => expect(section().queryByText(failed)).toBeNull())
})
