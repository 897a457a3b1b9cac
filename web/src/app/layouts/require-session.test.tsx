// Tests how a page reacts when the session starts, changes or ends.
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  json,
  makeDeferredReply,
  networkFailure,
  reply,
  requestsTo,
  rows,
} from '#testing-network.ts'
import { visit } from '#testing-screen.tsx'

const storageKey = 'sb-localhost-auth-token'
const storedSession = z.record(z.string(), z.unknown())
const config = () => json({ url: location.origin, anonKey: 'anon' })
const refuseSession = () => json({ code: 'session_not_found', message: 'The session ended.' }, 401)
const refuseRefresh = () =>
  json({ error_code: 'refresh_token_not_found', msg: 'This refresh token is unknown.' }, 400)

beforeEach(() => {
  const external = { phone: false, google: false, azure: false, apple: false, github: false }
  reply('GET', '/auth/v1/settings', () => json({ external, sso_enabled: false }))
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Opens the inbox as a facility, with a stored session that `changeSession` has changed. */
async function openInbox(changeSession: (stored: object) => unknown = (stored) => stored) {
  reply('GET', '/rest/v1/dashboard_inbox_preview', () => rows([]))
  const opening = visit('/inbox', { role: 'facility' })
  const text = changeSession(readStored())
  localStorage.setItem(storageKey, typeof text === 'string' ? text : JSON.stringify(text))
  return opening
}

function readStored(): object {
  return storedSession.parse(JSON.parse(localStorage.getItem(storageKey) ?? ''))
}

const findInbox = () => screen.findByRole('heading', { name: 'Inbox' })

// @covers 4.session.refreshed
test('a stored session is refreshed after it expired', async () => {
  let stored = {}
  reply('POST', '/auth/v1/token', () =>
    json({ ...stored, expires_in: 3600, expires_at: Date.now(), refresh_token: 'next' }),
  )
  await openInbox((session) => {
    stored = session
    return { ...session, expires_at: 1 }
  })
  expect(await findInbox()).toBeVisible()
  const [refresh, ...otherRequests] = requestsTo('POST', '/auth/v1/token')
  expect(otherRequests).toEqual([])
  expect(refresh?.query.get('grant_type')).toBe('refresh_token')
  expect(refresh?.body).toEqual({ refresh_token: 'refresh' })
  expect(localStorage.getItem(storageKey)).toContain('"next"')
})

test.each<[string, (stored: object) => unknown]>([
  ['nonsense', () => 'nonsense'],
  ['a number', () => '7'],
  ['an empty object', () => '{}'],
  [
    'a made-up token',
    (stored) => ({
      ...stored,
      access_token: 'a.b.c',
      refresh_token: 'made-up',
      expires_at: 9_999_999_999,
    }),
  ],
])('a stored session of %s leads to /login', async (_, changeSession) => {
  reply('POST', '/auth/v1/token', refuseRefresh)
  reply('POST', '/auth/v1/logout', refuseSession)
  const opening = openInbox(changeSession)
  for (const method of ['GET', 'HEAD']) reply(method, '/rest/v1/*', refuseSession)
  const { address } = await opening
  await waitFor(() => expect(address()).toBe('/login?next=%2Finbox'))
  expect(await screen.findByRole('button', { name: 'Log In' })).toBeEnabled()
})

test('a server that does not respond at the start is reported, and Retry continues', async () => {
  reply('GET', '/config.json', networkFailure)
  const { user } = await openInbox()
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent("Can't connect. Retrying…")
  expect(alert).toHaveTextContent("Can't reach Mendwell.")
  reply('GET', '/config.json', config)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await findInbox()).toBeVisible()
})

test('a page that could not reach the server at the start tries again by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  reply('GET', '/config.json', networkFailure)
  await openInbox()
  expect(await screen.findByText("Can't connect. Retrying…")).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(6000))
  reply('GET', '/config.json', config)
  await act(() => vi.advanceTimersByTimeAsync(12_000))
  expect(await findInbox()).toBeVisible()
})

test('a page that could not reach the server tries again as soon as the network returns', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  reply('GET', '/config.json', networkFailure)
  await openInbox()
  expect(await screen.findByText("Can't connect. Retrying…")).toBeVisible()
  // After four more failures, the retry timer waits at least twelve seconds.
  for (let failure = 0; failure < 4; failure += 1) {
    await act(() => vi.advanceTimersByTimeAsync(18_000))
  }
  reply('GET', '/config.json', config)
  const attempts = requestsTo('GET', '/config.json').length
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(requestsTo('GET', '/config.json')).toHaveLength(attempts)
  fireEvent(window, new Event('online'))
  expect(await findInbox()).toBeVisible()
})

test('after a long outage the page tries again at least every 18 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  reply('GET', '/config.json', networkFailure)
  await openInbox()
  expect(await screen.findByText("Can't connect. Retrying…")).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(200_000))
  reply('GET', '/config.json', config)
  await act(() => vi.advanceTimersByTimeAsync(18_500))
  expect(await findInbox()).toBeVisible()
})

test('Retry during an attempt of the page opens only one session', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  reply('GET', '/config.json', networkFailure)
  const { user } = await openInbox()
  const retry = await screen.findByRole('button', { name: 'Retry' })
  const listen = vi.spyOn(window, 'addEventListener')
  const { replier, send } = makeDeferredReply()
  reply('GET', '/config.json', replier)
  await act(() => vi.advanceTimersByTimeAsync(6000))
  await user.click(retry)
  await act(() => Promise.resolve(send(config())))
  expect(await findInbox()).toBeVisible()
  // One listener belongs to the session, one to the settings of this device, and two to the recent pages.
  expect(listen.mock.calls.filter(([event]) => event === 'storage')).toHaveLength(4)
})

test('a sign-out that does not reach the server still removes the session here', async () => {
  const { user, unmount } = await openInbox()
  reply('POST', '/auth/v1/logout', networkFailure)
  await user.click(await screen.findByRole('button', { name: 'Account of Robin Ortega' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  expect(await screen.findByRole('button', { name: 'Log In' })).toBeVisible()
  expect(localStorage.getItem(storageKey)).toBeNull()
  unmount()
  const { address } = await visit('/inbox')
  await waitFor(() => expect(address()).toBe('/login?next=%2Finbox'))
})
