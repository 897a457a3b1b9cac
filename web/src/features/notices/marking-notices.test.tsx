import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import {
  json,
  makeDeferredReply,
  refusal,
  reply,
  requestsTo,
  rows,
  serveUnread,
} from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import { NoticesBell } from './bell.tsx'

const path = '/rest/v1/notices'
const allPath = '/rest/v1/rpc/mark_notices_read'
const refused = () => refusal(403, '42501', 'permission denied')

test('a notice is read before the response, and the badge falls at once', async () => {
  const server = stubNotices('Roof', 'Door')
  const later = deferMark('Roof')
  const { user } = await openNotices()
  await user.click(markButton('Roof'))
  await waitFor(() => expect(unreadTitles()).toEqual(['Door']))
  expect(bell(1)).toBeInTheDocument()
  server.markRead('Roof')
  later.send(rows([]))
  await waitFor(() => expect(requestsTo('GET', '/rest/v1/my_notices')).toHaveLength(2))
  expect(unreadTitles()).toEqual(['Door'])
  expect(bell(1)).toBeInTheDocument()
})

test('a refused notice is unread again, and says why in its place', async () => {
  stubNotices('Roof', 'Door')
  const later = deferMark('Roof')
  const { user } = await openNotices()
  await user.click(markButton('Roof'))
  await waitFor(() => expect(unreadTitles()).toEqual(['Door']))
  later.send(refused())
  expect(await screen.findByRole('alert')).toHaveTextContent(
    "Failed to mark this notice as read. You don't have permission to do this.",
  )
  expect(screen.getByRole('alert').closest('li')).toHaveTextContent('Roof')
  expect(unreadTitles()).toEqual(['Roof', 'Door'])
  expect(bell(2)).toBeInTheDocument()
})

test('of two notices marked together, only the one that failed is unread again', async () => {
  stubNotices('Roof', 'Door', 'Lift')
  const roof = deferMark('Roof')
  deferMark('Door')
  const { user } = await openNotices()
  await user.click(markButton('Roof'))
  await user.click(markButton('Door'))
  await waitFor(() => expect(unreadTitles()).toEqual(['Lift']))
  expect(bell(1)).toBeInTheDocument()
  roof.send(json({}, 503))
  expect(await screen.findByRole('alert')).toHaveTextContent('Mendwell is busy.')
  expect(unreadTitles()).toEqual(['Roof', 'Lift'])
  expect(bell(2)).toBeInTheDocument()
})

test('a notice that arrives while another is being marked appears, and none goes back', async () => {
  const server = stubNotices('Roof')
  const later = deferMark('Roof')
  const { user } = await openNotices()
  await waitFor(() => expect(isSubscribedTo('notices')).toBe(true))
  await user.click(markButton('Roof'))
  await waitFor(() => expect(unreadTitles()).toEqual([]))
  server.receive('Door')
  await waitFor(() => expect(unreadTitles()).toEqual(['Door']))
  expect(bell(1)).toBeInTheDocument()
  later.send(refused())
  await screen.findByRole('alert')
  expect(unreadTitles()).toEqual(['Roof', 'Door'])
  expect(bell(2)).toBeInTheDocument()
})

test('the event of a marked notice does not lower the badge twice', async () => {
  const server = stubNotices('Roof', 'Door', 'Lift')
  const later = deferMark('Roof')
  const { user } = await openNotices()
  await waitFor(() => expect(isSubscribedTo('notices')).toBe(true))
  await user.click(markButton('Roof'))
  await waitFor(() => expect(unreadTitles()).toEqual(['Door', 'Lift']))
  server.markRead('Roof')
  const roof = { ...notice('Roof'), recipient_id: userId }
  act(() => sendChange('notices', 'UPDATE', { ...roof, read: true }, roof))
  const reads = requestsTo('GET', '/rest/v1/rpc/my_unread').length
  later.send(rows([]))
  await waitFor(() =>
    expect(requestsTo('GET', '/rest/v1/rpc/my_unread').length).toBeGreaterThan(reads),
  )
  await waitFor(() => expect(bell(2)).toBeInTheDocument())
  expect(unreadTitles()).toEqual(['Door', 'Lift'])
})

test('all notices are read before the response, and unread again after a refusal', async () => {
  stubNotices('Roof', 'Door')
  const later = makeDeferredReply()
  reply('POST', allPath, later.replier)
  const { user } = await openNotices()
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(unreadTitles()).toEqual([]))
  expect(bell(0)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
  later.send(refused())
  expect(await screen.findByRole('alert')).toHaveTextContent(
    "Failed to mark notices as read. You don't have permission to do this.",
  )
  expect(unreadTitles()).toEqual(['Roof', 'Door'])
  expect(bell(2)).toBeInTheDocument()
})

function stubNotices(...titles: string[]) {
  const notices = titles.map((title) => notice(title))
  const unread = () => notices.filter(({ read }) => !read)
  serveUnread(() => ({ messages: 0, notices: unread().length }))
  reply('GET', '/rest/v1/my_notices', () => rows(notices))
  const markRead = (id: string) => {
    for (const one of notices) if (one.id === id) one.read = true
  }
  const receive = (title: string) => {
    notices.push(notice(title))
    act(() => sendChange('notices', 'INSERT', { ...notice(title), recipient_id: userId }))
  }
  return { markRead, receive }
}

/** Returns an unread notice, whose id is its title. */
function notice(title: string) {
  return {
    id: title,
    kind: 'test',
    title,
    reason: 'You asked for it in Settings.',
    link: '/settings',
    group_title: 'Your account',
    count: 1,
    read: false,
    created_at: '2026-11-20T12:00:00+00:00',
  }
}

const deferredMarks = new Map<string, ReturnType<typeof makeDeferredReply>>()

/** Stubs the request that marks a notice as read. Its response arrives only when the test sends it. */
function deferMark(id: string) {
  const later = makeDeferredReply()
  deferredMarks.set(`in.(${id})`, later)
  reply('PATCH', path, ({ query }) => {
    const found = deferredMarks.get(query.get('id') ?? '')
    if (!found) throw new Error('The test expects no such request.')
    return found.replier()
  })
  return later
}

async function openNotices() {
  const shown = show(<NoticesBell userId={userId} />, { at: '/settings' })
  await shown.user.click(await screen.findByRole('button', { name: /^Notices/ }))
  await screen.findByText('Mark all as read')
  return shown
}

const markButton = (title: string) => screen.getByRole('button', { name: `Mark as read: ${title}` })

const unreadTitles = () =>
  screen
    .queryAllByRole('button', { name: /^Mark as read: / })
    .map((button) => button.getAttribute('aria-label')?.replace('Mark as read: ', ''))

/** The open dialog hides the bell from assistive technology. */
const bell = (count: number) =>
  screen.getByRole('button', {
    name: count ? new RegExp(`^Notices ?${count} ?new$`) : 'Notices',
    hidden: true,
  })
