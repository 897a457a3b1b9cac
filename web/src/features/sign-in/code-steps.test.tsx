import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { json, refusal, reply, requestsTo } from '#testing-network.ts'
import { visit } from '#testing-screen.tsx'
import {
  appFactor,
  authError,
  email,
  field,
  newSession,
  stubSession,
  stubSignIn,
} from '#testing-sign-in.ts'

const busy = () => refusal(503, 'PGRST003', 'Timed out')

beforeEach(() => {
  stubSignIn()
  reply('POST', '/auth/v1/otp', () => json({}))
})

async function askForCode() {
  const view = await visit('/login?next=/settings')
  const { user } = view
  await user.type(await field('Email'), email)
  await user.click(screen.getByRole('button', { name: 'Email me a code' }))
  await user.click(await screen.findByRole('button', { name: 'Send code' }))
  return view
}

test('a second factor is required after the code, and giving up returns to the start', async () => {
  stubSession(newSession({ factors: [appFactor] }))
  const { user } = await askForCode()
  await user.type(await field('Code'), '123 456{Enter}')
  expect(await screen.findByRole('heading', { name: 'One more step' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Log in as someone else' }))
  expect(await screen.findByRole('heading', { name: 'Login to Mendwell' })).toBeVisible()
  expect(requestsTo('POST', '/auth/v1/logout')).toHaveLength(1)
})

test('a second request within a minute is refused with a message, and the password still works', async () => {
  reply('POST', '/auth/v1/otp', () => authError(429, 'over_email_send_rate_limit', 'Too soon'))
  const { user } = await askForCode()
  expect(await screen.findByRole('alert')).toHaveTextContent('We just sent you an email.')
  await user.click(screen.getByRole('button', { name: 'Use my password' }))
  expect(await field('Password')).toBeVisible()
})

test('a lost response after a code is recovered without the code', async () => {
  stubSession(newSession())
  reply('GET', '/rest/v1/profiles', busy)
  const { user, address } = await askForCode()
  await user.type(await field('Code'), '123456{Enter}')
  expect(await screen.findByRole('alert', {}, { timeout: 5000 })).toHaveTextContent(/busy|wrong/)
  stubSignIn()
  await user.click(screen.getByRole('button', { name: 'Log In' }))
  await waitFor(() => expect(address()).toBe('/settings'))
  expect(requestsTo('POST', '/auth/v1/verify')).toHaveLength(1)
})
