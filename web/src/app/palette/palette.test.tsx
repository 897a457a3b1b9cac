import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { jobId, postedJob, serveFacilityDashboard, serveRows } from '#testing-market.ts'
import {
  json,
  makeDeferredReply,
  networkFailure,
  reply,
  requestsTo,
  rows,
} from '#testing-network.ts'
import { userId, visit } from '#testing-screen.tsx'

const search = '/rest/v1/rpc/search_objects'

const found = (overrides: object = {}) => ({
  kind: 'job',
  id: '77777777-7777-4777-8777-777777777777',
  title: 'Evaporator coil defrost heaters',
  detail: 'HVAC',
  state: 'finished',
  picture: null,
  at: '2026-07-03T12:00:00Z',
  ...overrides,
})

async function visitInbox() {
  reply('GET', '/rest/v1/dashboard_inbox_preview', () => rows([]))
  const { user } = await visit('/inbox', { role: 'facility' })
  await screen.findByRole('heading', { level: 1, name: 'Inbox' })
  return user
}

async function openPalette() {
  const user = await visitInbox()
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Search or jump to' })
  await waitFor(() => expect(field).toHaveFocus())
  return { user, field }
}

const palette = () => within(screen.getByRole('dialog', { name: 'Search or jump to' }))
const titles = () =>
  palette()
    .getAllByRole('option')
    .map((row) => row.querySelector('bdi')?.textContent)
const chosen = () => palette().queryByRole('option', { selected: true })

test('before typing, the palette lists actions and pages, and the objects that were opened last', async () => {
  const page = {
    kind: 'job',
    id: jobId,
    title: 'Reseal the dock',
    path: '/inbox',
    category: 'Roofing',
  }
  localStorage.setItem(`kept:${userId}:recent`, JSON.stringify([page]))
  await openPalette()
  expect(
    within(screen.getByRole('group', { name: 'Recent' })).getByRole('option'),
  ).toHaveTextContent('Reseal the dock')
  expect(screen.getByRole('option', { name: /^Consultants/ })).toBeVisible()
  expect(chosen()).toHaveTextContent('Reseal the dock')
})

// @covers screens.palette.still
test('an object of a loaded list is found before the server answers, whose rows come below', async () => {
  const answer = makeDeferredReply()
  serveFacilityDashboard()
  serveRows('jobs', () => [postedJob({ title: 'Chilled water coil' })])
  serveRows('bids', () => [], 0)
  reply('GET', search, answer.replier)
  const { user } = await visit('/facility-dashboard', { role: 'facility' })
  await screen.findByRole('article', { name: 'Chilled water coil' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Search or jump to' }), 'coil')
  expect(chosen()).toHaveTextContent('Chilled water coil')
  await waitFor(() => expect(requestsTo('GET', search)).toHaveLength(1))
  act(() => answer.send(json([found({ id: jobId, title: 'Chilled water coil' }), found()])))
  const more = await screen.findByRole('group', { name: 'More jobs' })
  expect(within(more).getAllByRole('option')).toHaveLength(1)
  expect(titles().slice(0, 2)).toEqual(['Chilled water coil', 'Evaporator coil defrost heaters'])
  expect(chosen()).toHaveTextContent('Chilled water coil')
})

test('while the server searches, Enter does not begin something new', async () => {
  const answer = makeDeferredReply()
  reply('GET', search, answer.replier)
  const { user, field } = await openPalette()
  await user.type(field, 'coil')
  expect(titles()).toEqual(['Post a job named “coil”', 'Look for consultants for “coil”'])
  expect(chosen()).toBeNull()
  await user.keyboard('{Enter}')
  expect(field).toBeVisible()
  await waitFor(() => expect(requestsTo('GET', search)).toHaveLength(1))
  act(() => answer.send(json([found()])))
  expect(await screen.findByRole('option', { selected: true })).toHaveTextContent('Evaporator coil')
  expect(titles()[0]).toBe('Evaporator coil defrost heaters')
})

test('a chosen action stays where it is when the server answers', async () => {
  const answer = makeDeferredReply()
  reply('GET', search, answer.replier)
  const { user, field } = await openPalette()
  await user.type(field, 'coil')
  await user.keyboard('{ArrowDown}')
  expect(chosen()).toHaveTextContent('Post a job named “coil”')
  await waitFor(() => expect(requestsTo('GET', search)).toHaveLength(1))
  act(() => answer.send(json([found()])))
  await screen.findByText('defrost heaters', { exact: false })
  expect(titles()[0]).toBe('Post a job named “coil”')
  expect(titles().at(-1)).toBe('Evaporator coil defrost heaters')
  expect(chosen()).toHaveTextContent('Post a job named “coil”')
})

// @covers screens.palette.keys
test('the arrow keys move around the list, and the field names the chosen row', async () => {
  const { user, field } = await openPalette()
  const all = screen.getAllByRole('option')
  await user.keyboard('{ArrowUp}')
  expect(chosen()).toBe(all.at(-1))
  expect(field).toHaveAttribute('aria-activedescendant', all.at(-1)?.id)
  await user.keyboard('{ArrowDown}')
  expect(chosen()).toBe(all[0])
})

test('Enter opens a page, and Ctrl+Enter opens it in a new tab', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  reply('GET', search, () => json([]))
  reply('GET', '/rest/v1/notification_settings', () => rows([]))
  const { user, field } = await openPalette()
  await user.type(field, 'settings')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(open).toHaveBeenCalledWith('/settings', '_blank', 'noopener')
  expect(field).toBeVisible()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toHaveFocus()
  expect(screen.queryByRole('combobox', { name: 'Search or jump to' })).toBeNull()
})

test('Escape closes the palette and returns the focus', async () => {
  const user = await visitInbox()
  const button = screen.getByRole('button', { name: 'Search or jump to' })
  await user.click(button)
  await waitFor(() => expect(screen.getByRole('combobox')).toHaveFocus())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  await waitFor(() => expect(button).toHaveFocus())
})

test('a failed search says so and can be repeated, and local rows stay', async () => {
  let isDown = true
  reply('GET', search, () => (isDown ? networkFailure() : json([found()])))
  const { user, field } = await openPalette()
  await user.type(field, 'settings')
  expect(await screen.findByText('Search failed.', {}, { timeout: 15_000 })).toBeVisible()
  expect(chosen()).toHaveTextContent('Settings')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Evaporator', { exact: false })).toBeVisible()
})

test('a query without a match says so', async () => {
  reply('GET', search, () => json([]))
  const { user, field } = await openPalette()
  await user.type(field, 'zz')
  expect(await screen.findByText('2 results')).toBeInTheDocument()
  expect(titles()).toEqual(['Post a job named “zz”', 'Look for consultants for “zz”'])
})

// @covers screens.palette.recent
test('an opened object becomes a recent one in the sidebar', async () => {
  reply('GET', search, () =>
    json([found({ kind: 'person', title: 'Vera Lindqvist', state: 'consultant' })]),
  )
  reply('GET', '/rest/v1/profiles', () => rows([]))
  const { user, field } = await openPalette()
  await user.type(field, 'vera')
  await user.click(await screen.findByRole('option', { name: /Lindqvist/ }))
  const recent = await screen.findByRole('navigation', { name: 'Recent' })
  expect(within(recent).getByRole('link', { name: 'Vera Lindqvist' })).toHaveAttribute(
    'href',
    `/profile?id=${found().id}`,
  )
})

test('"/" focuses the search of the page and "?" lists the keys, but not while typing', async () => {
  const user = await visitInbox()
  await user.keyboard('/')
  const field = screen.getByRole('searchbox')
  expect(field).toHaveFocus()
  await user.keyboard('?')
  expect(field).toHaveValue('?')
  act(() => field.blur())
  await user.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('"Post a job named" opens the form with the title', async () => {
  serveFacilityDashboard()
  serveRows('jobs', () => [])
  serveRows('bids', () => [], 0)
  await visit('/facility-dashboard?post=Coil%20leak', { role: 'facility' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Post Job' }))
  expect(dialog.getByLabelText('Title')).toHaveValue('Coil leak')
  expect(window.location.search).toBe('')
})

test('an admin opens the page of a found user, and lists with the typed text', async () => {
  reply('GET', search, () =>
    json([found({ kind: 'person', title: 'Ana Coil', state: 'facility' })]),
  )
  reply('GET', '/rest/v1/notification_settings', () => rows([]))
  const { user } = await visit('/settings', { role: 'admin' })
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Search or jump to' }), 'ana')
  const pathOf = (name: RegExp) => palette().getByRole('option', { name }).getAttribute('href')
  await palette().findByRole('option', { name: /Coil/ })
  expect(pathOf(/Coil/)).toBe(`/admin/users/${found().id}`)
  expect(pathOf(/^Search all users/)).toBe('/admin/users?search=ana')
  expect(pathOf(/^Search all jobs/)).toBe('/admin/jobs?q=ana')
})
