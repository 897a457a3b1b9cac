// Provides the server's replies to a sign-in, and fills in the login form, for component tests.
import { screen } from '@testing-library/react'
import type { userEvent } from '@testing-library/user-event'
import type { Role } from '#lib/session/roles.ts'
import { json, reply, rows } from './testing-network.ts'
import { userId } from './testing-screen.tsx'
import { makeSession, type SessionOptions } from './testing-session.ts'

export const email = 'ada@example.com'

/** A verified second factor, as it appears in the user's session. */
export const appFactor = {
  id: 'app',
  factor_type: 'totp',
  status: 'verified',
  friendly_name: 'Phone',
  created_at: '2026-11-02T10:00:00Z',
  updated_at: '2026-11-02T10:00:00Z',
}

export function newSession(options: Pick<SessionOptions, 'level' | 'factors'> = {}) {
  return makeSession({ userId, email, ...options })
}

/** Stubs a server that offers only two sign-in methods, a password and an email code. */
export function stubSignIn({ role = 'contractor' }: { role?: Role | null } = {}) {
  stubMethods({})
  for (const method of ['GET', 'HEAD', 'POST']) reply(method, '/rest/v1/*', () => rows([]))
  if (role) reply('GET', '/rest/v1/profiles', () => rows([profile(role)]))
  reply('POST', '/auth/v1/logout', () => json(null, 204))
}

export const profile = (role: string) => ({
  role,
  username: null,
  full_name: 'Ada Byron',
  company_name: null,
  profile_picture: null,
})

interface Methods {
  phone?: boolean
  google?: boolean
  company?: boolean
}

/** Stubs the sign-in methods that the server offers besides a password and an email code. */
export function stubMethods({ phone = false, google = false, company = false }: Methods) {
  const external = { phone, google, azure: false, apple: false, github: false }
  reply('GET', '/auth/v1/settings', () => json({ external, sso_enabled: company }))
}

/** Stubs the reply to a sign-in by any method. */
export function stubSession(session: ReturnType<typeof newSession>) {
  for (const path of ['/auth/v1/token', '/auth/v1/verify']) reply('POST', path, () => json(session))
  reply('GET', '/auth/v1/user', () => json(session.user))
}

export function authError(status: number, code: string, message: string) {
  return json({ code, error_code: code, msg: message, message }, status, {
    'x-supabase-api-version': '2024-01-01',
  })
}

/** Returns the stored session as JSON, or undefined if this device stores no session. */
export function storedToken() {
  const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token'))
  return key && localStorage.getItem(key)
}

export const field = (label: string) => screen.findByLabelText(label)

export async function fillLogIn(
  user: ReturnType<typeof userEvent.setup>,
  address = email,
  password = 'Mendwell-demo-1',
) {
  await user.clear(await field('Email'))
  await user.type(await field('Email'), address)
  await user.clear(await field('Password'))
  await user.type(await field('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Log In' }))
}
