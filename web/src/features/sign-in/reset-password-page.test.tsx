import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { json, reply, requestsTo } from '#testing-network.ts'
import { visit } from '#testing-screen.tsx'
import { authError, field, newSession, storedToken, stubSignIn } from '#testing-sign-in.ts'
import { makeSession } from '#testing-session.ts'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

const link = '/reset-password?token_hash=once&type=recovery'
const verify = '/auth/v1/verify'
const account = '/auth/v1/user'

/** The link works only once, and the server refuses the password `password1234`. */
function stubReset() {
  stubSignIn()
  const session = newSession()
  let isUsed = false
  reply('POST', verify, () => {
    if (isUsed) return authError(403, 'otp_expired', 'Email link is invalid or has expired')
    isUsed = true
    return json(session)
  })
  reply('GET', account, () => json(session.user))
  reply('PUT', account, ({ body }) =>
    JSON.stringify(body).includes('password1234')
      ? authError(422, 'weak_password', 'Choose another.')
      : json(session.user),
  )
}

async function choose(user: Awaited<ReturnType<typeof visit>>['user'], password: string) {
  for (const label of ['New password', 'Confirm new password']) {
    await user.clear(await field(label))
    await user.type(await field(label), password)
  }
  await user.click(screen.getByRole('button', { name: 'Save password' }))
}

test('the rules of a new password are shown before the first try', async () => {
  stubReset()
  await visit(link)
  expect(await field('New password')).toHaveAccessibleDescription(/At least 8 characters/)
})

test('a link still works in another tab after a refused password', async () => {
  stubReset()
  const first = await visit(link)
  await choose(first.user, 'password1234')
  await waitFor(() => expect(requestsTo('PUT', account)).toHaveLength(1))
  expect(await screen.findByRole('alert')).toBeVisible()
  first.unmount()
  sessionStorage.clear()
  const second = await visit(link)
  await choose(second.user, 'Brook-over-stone-42')
  await waitFor(() => expect(second.address()).toBe('/contractor-dashboard'))
  expect(requestsTo('POST', verify)).toHaveLength(1)
  second.unmount()
  const third = await visit(link)
  await choose(third.user, 'Another-good-one-8')
  expect(await screen.findByRole('heading', { name: "This link doesn't work" })).toBeVisible()
})

test('a link that was redeemed here does not work in the session of another user', async () => {
  stubReset()
  const { user, unmount } = await visit(link)
  await choose(user, 'password1234')
  expect(await screen.findByRole('alert')).toBeVisible()
  unmount()
  const other = makeSession({ userId: crypto.randomUUID(), email: 'other@example.com' })
  const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? ''
  expect(storedToken()).toBeTruthy()
  localStorage.setItem(key, JSON.stringify(other))
  const { user: again } = await visit(link)
  await choose(again, 'Brook-over-stone-42')
  expect(await screen.findByRole('heading', { name: "This link doesn't work" })).toBeVisible()
  expect(requestsTo('PUT', account)).toHaveLength(1)
})
