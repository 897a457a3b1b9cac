import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { json, makeDeferredReply, reply, requestsTo, rows, serveUnread } from '#testing-network.ts'
import { show, stubWindowWidth, userId } from '#testing-screen.tsx'
import { Inbox } from './inbox.tsx'
import {
  contractorId,
  conversationId,
  jobId,
  messageBox,
  stubConversation,
} from './testing-conversation.tsx'
import { UnreadBadge } from './unread-badge.tsx'

const preview = '/rest/v1/dashboard_inbox_preview'
const thread = {
  id: conversationId,
  job_id: jobId,
  consultation_id: null,
  thread_title: 'Mend the gate',
  content: 'Shall I bring a ladder?',
  created_at: '2026-11-20T12:00:00+00:00',
  unread_count: 2,
  counterpart_id: contractorId,
  counterpart_name: 'Omar Haddad',
  counterpart_picture: null,
  is_unanswered: true,
}

const showInbox = (at = '/inbox') => show(<Inbox me={userId} isFacility />, { at })
const conversations = () => screen.findByRole('list', { name: 'Conversations' })

// @covers 2.inbox.empty 8.empty.conversations
test('a new user has no conversations, and sees how one starts', async () => {
  reply('GET', preview, () => rows([]))
  showInbox()
  expect(await screen.findByText('No active conversations.')).toBeVisible()
  expect(
    screen.getByText('A conversation starts with a bid on a job or a booked consultation.'),
  ).toBeVisible()
})

// @covers 2.inbox.fields 2.inbox.unread
test('a row has the title, the sender, the latest message and the number of unread ones', async () => {
  reply('GET', preview, () => rows([thread]))
  showInbox()
  const row = within(await conversations()).getByRole('listitem')
  const link = within(row).getByRole('link', { name: 'Omar Haddad' })
  expect(link).toHaveAccessibleDescription('Mend the gate')
  for (const text of ['Mend the gate', 'Shall I bring a ladder?', '2 unread'])
    expect(row).toHaveTextContent(text)
  expect(within(row).getByRole('time')).toHaveAttribute('datetime', thread.created_at)
})

// @covers 2.inbox.counterpart
test('a row names the counterpart, and marks a latest message by the user', async () => {
  reply('GET', preview, () =>
    rows([{ ...thread, content: 'I will be there.', is_unanswered: false, unread_count: 0 }]),
  )
  showInbox()
  const row = within(await conversations()).getByRole('listitem')
  expect(row).toHaveTextContent('Omar Haddad')
  expect(row).toHaveTextContent('You: I will be there.')
})

test('search and filters are in the URL and can be cleared', async () => {
  reply('GET', preview, ({ query }) => {
    const hasMatch = !/nothing such/.test(query.get('or') ?? '') && !query.has('is_unanswered')
    return rows(hasMatch ? [thread] : [])
  })
  const { user, address, router } = showInbox('/inbox?q=nothing+such')
  expect(await screen.findByText('No conversations found.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(within(await conversations()).getAllByRole('listitem')).toHaveLength(1)
  expect(address()).toBe('/inbox')
  await user.type(screen.getByRole('searchbox'), '50% (fifty), at')
  await waitFor(() => expect(address()).toContain('q='))
  await waitFor(() => expect(latestQuery().get('or')).toContain('"*50\\\\% (fifty), at*"'))
  await user.clear(screen.getByRole('searchbox'))
  await user.click(screen.getByRole('button', { name: 'Unread' }))
  await waitFor(() => expect(latestQuery().get('unread_count')).toBe('gt.0'))
  await user.click(screen.getByRole('button', { name: 'Needs reply' }))
  expect(await screen.findByText('No conversations found.')).toBeVisible()
  expect(latestQuery().get('is_unanswered')).toBe('is.true')
  expect(address()).toContain('show=waiting')
  await router.navigate(-1)
  await waitFor(() => expect(address()).toContain('show=unread'))
  expect(await conversations()).toBeVisible()
})

test('on a phone the list and the thread are shown one at a time, and a draft is marked', async () => {
  stubConversation(['Shall I bring a ladder?'])
  reply('GET', preview, () => rows([thread]))
  const { user } = showInbox()
  const link = async () => within(await conversations()).getByRole('link')
  ;(await link()).focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('region', { name: 'Conversation' })).toHaveFocus()
  expect(screen.queryByRole('list', { name: 'Conversations' })).toBeNull()
  await user.type(await messageBox(), 'Half a thought')
  screen.getByRole('link', { name: 'Back to conversations' }).focus()
  await user.keyboard('{Enter}')
  expect(await conversations()).toHaveTextContent('Draft: Half a thought')
  await waitFor(async () => expect(await link()).toHaveFocus())
  await user.click(await link())
  expect(await messageBox()).toHaveValue('Half a thought')
})

test('a wide window shows the list, the conversation and its job beside each other', async () => {
  stubWindowWidth(1440)
  stubConversation(['Shall I bring a ladder?'])
  reply('GET', preview, () => rows([thread]))
  const { user, address } = showInbox()
  expect(await screen.findByText('Select a conversation')).toBeVisible()
  await user.click(await screen.findByRole('link', { name: 'Omar Haddad' }))
  expect(address()).toBe(`/inbox?thread=job%3A${jobId}%3A${contractorId}`)
  expect(await conversations()).toBeVisible()
  const about = await screen.findByRole('complementary', { name: 'About this conversation' })
  const job = within(about).getByRole('region', { name: 'Job' })
  await waitFor(() => expect(job).toHaveTextContent('Budget$1,200Their bid$1,150'))
  const steps = within(within(about).getByRole('region', { name: 'Progress' })).getAllByRole(
    'listitem',
  )
  expect(
    steps.map((step) => step.textContent?.replace(/(?:Nov|[A-Z]\w\w) ?\d*$|\d.*$/, '')),
  ).toEqual(['Posted', 'Bid placed', 'Awarded', 'Finished', 'Paid'])
  expect(screen.getByRole('link', { name: 'Open job' })).toHaveAttribute(
    'href',
    `/facility/jobs/${jobId}`,
  )
})

test('opening a conversation clears its unread counts before the response', async () => {
  const { later, badges } = stubUnread()
  const { user } = showInboxWithBadge()
  await user.click(await screen.findByRole('link', { name: 'Omar Haddad' }))
  await waitFor(() => expect(requestsTo('PATCH', '/rest/v1/messages')).toHaveLength(1))
  expect(await screen.findByRole('status', { name: 'Unread' })).toHaveTextContent('1 unread')
  await user.click(screen.getByRole('link', { name: 'Back to conversations' }))
  expect(await conversations()).not.toHaveTextContent('unread')
  later.send(rows([]))
  badges.read()
  await waitFor(async () => expect(await conversations()).not.toHaveTextContent('unread'))
})

test('a conversation that was left before its messages could be marked is unread again', async () => {
  stubUnread()
  reply('PATCH', '/rest/v1/messages', () => json({}, 503))
  const { user } = showInboxWithBadge()
  await user.click(await screen.findByRole('link', { name: 'Omar Haddad' }))
  const badge = await screen.findByRole('status', { name: 'Unread' })
  await waitFor(() => expect(badge).toHaveTextContent('1 unread'))
  // The counts return without the response to a read.
  for (const path of [preview, '/rest/v1/rpc/my_unread'])
    reply('GET', path, makeDeferredReply().replier)
  await user.click(screen.getByRole('link', { name: 'Back to conversations' }))
  await waitFor(() => expect(badge).toHaveTextContent('3 unread'))
  expect(await conversations()).toHaveTextContent('2 unread')
})

/** Stubs a conversation with two unread messages. One more message is unread elsewhere. */
function stubUnread() {
  let unread = 2
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  stubConversation(['Shall I bring a ladder?', 'Or two?'])
  const later = makeDeferredReply()
  reply('PATCH', '/rest/v1/messages', later.replier)
  reply('GET', preview, () => rows([{ ...thread, unread_count: unread }]))
  serveUnread(() => ({ messages: unread + 1, notices: 0 }))
  return { later, badges: { read: () => (unread = 0) } }
}

function showInboxWithBadge() {
  return show(
    <>
      <div role="status" aria-label="Unread">
        <UnreadBadge userId={userId} />
      </div>
      <Inbox me={userId} isFacility />
    </>,
    { at: '/inbox' },
  )
}

function latestQuery() {
  return requestsTo('GET', preview).at(-1)?.query ?? new URLSearchParams()
}
