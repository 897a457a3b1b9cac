// Tests which users may open a page, and what other users see instead.
import { screen, waitFor } from '@testing-library/react'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { newSession, appFactor, profile, stubSignIn } from '#testing-sign-in.ts'
import { makeDeferredReply, refusal, reply, rows } from '#testing-network.ts'
import { visit } from '#testing-screen.tsx'
import routes from '../routes.ts'

const profiles = '/rest/v1/profiles'
const title = () => screen.findByRole('heading', { level: 1 })

function pathsOf({ path = '', children }: RouteConfigEntry): string[] {
  const below = children?.flatMap(pathsOf) ?? ['']
  return below.map((rest) => `${path ? `/${path}` : ''}${rest}`.replaceAll(/:\w+/g, 'some-id'))
}

function entriesWith(file: string, entries: RouteConfigEntry[]): RouteConfigEntry[] {
  return entries.flatMap((entry) =>
    entry.file === file ? [entry] : entriesWith(file, entry.children ?? []),
  )
}

const guarded = entriesWith('layouts/signed-in.tsx', routes).flatMap(pathsOf)

// @covers 2.route.guarded 2.route.remembered
test('every guarded page redirects a visitor to /login, which remembers the page', async () => {
  stubSignIn()
  const { router, address } = await visit('/login')
  await title()
  expect(guarded).toContain('/admin/mails')
  for (const path of guarded) {
    await router.navigate(path)
    await waitFor(() => expect(address()).toBe(`/login?${new URLSearchParams({ next: path })}`))
  }
})

test.each(['/documents', '/admin/nonsense', '/chat/job/one/two'])(
  'the unknown address %s is "Page not found" for a signed-in user, inside the shell',
  async (path) => {
    const { address } = await visit(path, { role: 'facility' })
    expect(await title()).toHaveTextContent('Page not found')
    expect(address()).toBe(path)
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible()
    const home = screen.getByRole('link', { name: 'Go to your dashboard' })
    expect(home).toHaveAttribute('href', '/facility-dashboard')
  },
)

// @covers 6.guard.access-denied
test('a user with another role sees "Access Denied" and a link to their dashboard', async () => {
  await visit('/admin/users', { role: 'contractor' })
  expect(await title()).toHaveTextContent('Access Denied')
  expect(screen.getByText('This page is for another role.')).toBeVisible()
  const home = screen.getByRole('link', { name: 'Go to your dashboard' })
  expect(home).toHaveAttribute('href', '/contractor-dashboard')
})

// @covers 6.guard.loading
test('"Loading..." shows until the role is known', async () => {
  const { replier, send } = makeDeferredReply()
  const opening = visit('/settings?tab=appearance', { role: 'admin' })
  reply('GET', profiles, replier)
  await opening
  await waitFor(() => expect(screen.getByText('Loading...')).toBeVisible())
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
  send(rows([profile('admin')]))
  expect(await title()).toHaveTextContent('Settings')
})

// @covers 6.guard.failed-lookup 8.role.failed
test('a user whose role cannot be loaded sees "Access Denied", and Retry loads the role', async () => {
  stubSignIn()
  const opening = visit('/consultant/documents', { role: 'consultant' })
  reply('GET', profiles, () => refusal(400, 'XX000', 'no'))
  const { user } = await opening
  expect(await title()).toHaveTextContent('Access Denied')
  expect(await screen.findByText('Failed to fetch role')).toBeVisible()
  reply('GET', profiles, () => rows([profile('facility')]))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('This page is for another role.')).toBeVisible()
})

for (const role of ['Admin', ' ADMIN ']) {
  // @covers 6.guard.admin-role
  test(`the role "${role}" counts as admin`, async () => {
    stubSignIn()
    const opening = visit('/admin/mails', { role: 'admin' })
    reply('GET', profiles, () => rows([profile(role)]))
    await opening
    expect(await title()).toHaveTextContent('Unsent emails')
  })
}

test('a session without its second factor opens no page, and /login asks for the factor', async () => {
  stubSignIn()
  const key = `sb-${location.hostname}-auth-token`
  localStorage.setItem(key, JSON.stringify(newSession({ factors: [appFactor] })))
  const { user, address } = await visit('/contractor-dashboard')
  expect(await screen.findByRole('heading', { name: 'One more step' })).toBeVisible()
  expect(address()).toBe('/login?next=%2Fcontractor-dashboard')
  await user.click(screen.getByRole('button', { name: 'Log in as someone else' }))
  expect(await screen.findByRole('heading', { name: 'Login to Mendwell' })).toBeVisible()
  expect(localStorage.getItem(key)).toBeNull()
})
