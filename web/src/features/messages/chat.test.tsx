import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { isSubscribedTo, sendBroadcast, sendChange } from '#testing-live.ts'
import { reply, rows } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import type { ChatAddress } from './address.ts'
import { Chat } from './chat.tsx'
import {
  bubbles,
  closedBanner,
  contractorId,
  jobId,
  messageBox,
  showChat,
  shownMessages,
  stubConsultationDetails,
  stubConversation,
} from './testing-conversation.tsx'

afterEach(() => {
  vi.useRealTimers()
})

// @covers 2.chat.oldest-first
test('messages are in order, the oldest first, and a returning user continues at the first new one', async () => {
  const server = stubConversation(['One', 'Two', 'Three', 'Four'])
  for (const message of server.messages.slice(0, 2)) message.read = true
  showChat()
  await waitFor(() => expect(shownMessages()).toEqual(['One', 'Two', 'Three', 'Four']))
  const texts = within(screen.getByRole('log')).getAllByRole('listitem')
  const divider = texts.findIndex(({ textContent }) => textContent === 'New messages')
  expect(texts[divider + 1]).toHaveTextContent('Three')
  expect(screen.getByText('Start of conversation')).toBeInTheDocument()
})

test('the header of a chat names the other person and the consultation', async () => {
  stubConversation(['One'])
  stubConsultationDetails('Dec 3, 2:00 PM consultation')
  const address: ChatAddress = { kind: 'consultation', consultationId: jobId }
  show(<Chat me={userId} address={address} />, { role: 'facility' })
  const header = await screen.findByRole('heading', { level: 2, name: /Omar Haddad/ })
  expect(within(header).getByText('Dec 3, 2:00 PM consultation')).toBeVisible()
})

test('text stays text, whatever its content, and only plain addresses become links', async () => {
  const markup = '<img src=x onerror="document.title=`taken`"> **bold** &amp;'
  const contents = [
    markup,
    'متى يمكنك القدوم؟',
    '👩🏽‍🔧 done',
    'See https://example.test/a?b=1. Not javascript:alert(1)',
    'https://bank.test@other.test/',
  ]
  stubConversation(contents)
  showChat()
  await waitFor(() => expect(shownMessages()).toEqual(contents))
  const log = screen.getByRole('log')
  expect(log.querySelector('img')).toBeNull()
  for (const bubble of bubbles()) expect(bubble).toHaveAttribute('dir', 'auto')
  const [link, ...otherLinks] = within(log).getAllByRole('link')
  expect(otherLinks).toEqual([])
  expect(link).toHaveTextContent('https://example.test/a?b=1')
  expect(link).toHaveAttribute('href', 'https://example.test/a?b=1')
  expect(link).toHaveAttribute('rel', expect.stringContaining('noopener nofollow'))
})

test('times come from the server, whatever the clock of the device shows', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-02-03T04:05:06Z') })
  const server = stubConversation(['First'])
  const { user } = showChat()
  await user.type(await messageBox(), 'Second{Enter}')
  expect(await screen.findByText('Sent')).toBeVisible()
  const times = within(screen.getByRole('log')).getAllByRole('time')
  // The events of the job come before the messages.
  expect(times.slice(-2).map((time) => time.getAttribute('datetime'))).toEqual(
    server.messages.map((message) => message.created_at),
  )
})

// @covers 2.chat.live
test('a message that arrives live is appended', async () => {
  const server = stubConversation(['Can you come?'])
  showChat()
  await waitFor(() => expect(shownMessages()).toEqual(['Can you come?']))
  await waitFor(() => expect(isSubscribedTo('messages')).toBe(true))
  act(() => server.receive('On Monday at eight.'))
  await waitFor(() => expect(shownMessages()).toEqual(['Can you come?', 'On Monday at eight.']))
})

// @covers 2.chat.typing 9.chat.typing-2-seconds
test('a keystroke of the other user shows for two seconds, not less and not more', async () => {
  stubConversation(['Can you come?'])
  showChat()
  await messageBox()
  const topic = `job:${jobId}:${contractorId}`
  const typingStatus = () => screen.queryByText(/is typing…$/)
  await waitFor(() => {
    act(() => sendBroadcast(topic, 'typing', {}, contractorId))
    expect(typingStatus()).toHaveTextContent('Omar Haddad is typing…')
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  act(() => sendBroadcast(topic, 'typing', {}, contractorId))
  act(() => void vi.advanceTimersByTime(1999))
  expect(typingStatus()).toBeVisible()
  act(() => void vi.advanceTimersByTime(1))
  expect(typingStatus()).toBeNull()
})

// @covers 2.chat.banner 5.chat.disabled 8.chat.finished
test('a job that ends while somebody types closes the composer and keeps the text', async () => {
  const server = stubConversation()
  const { user } = showChat()
  const textbox = await messageBox()
  const details = await screen.findByRole('complementary', { name: 'About this conversation' })
  await user.click(within(details).getByText('Details'))
  for (const text of ['Omar Haddad', 'Mend the gate', 'Awarded', '$1,200'])
    expect(within(details).getByText(text)).toBeVisible()
  await user.type(textbox, 'One more thing')
  await waitFor(() => expect(isSubscribedTo('jobs')).toBe(true))
  server.access = { ...server.access, writable: false, banner: closedBanner }
  server.job.finished_at = '2026-11-20T13:00:00+00:00'
  act(() => sendChange('jobs', 'UPDATE', { id: jobId }))
  const banner = await screen.findByRole('alert')
  expect(banner).toHaveTextContent(closedBanner)
  expect(banner).toHaveAttribute('data-tone', 'red')
  expect(textbox).toBeDisabled()
  expect(textbox).toHaveValue('One more thing')
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  const finished = within(details).getByText('Finished')
  await waitFor(() => expect(within(finished).getByRole('time')).toBeVisible())
})

// @covers 8.chat.no-accepted-bid
test("a facility without an award sees why it cannot write, and can reply to the contractor's first message", async () => {
  const server = stubConversation()
  const banner = 'No accepted contractor bid found.'
  server.access = { ...server.access, writable: false, banner }
  const { user } = showChat()
  expect(await screen.findByRole('alert')).toHaveTextContent(banner)
  expect(screen.getByRole('textbox', { name: 'Message' })).toBeDisabled()
  await waitFor(() => expect(isSubscribedTo('messages')).toBe(true))
  server.access = { ...server.access, writable: true, banner: '' }
  act(() => server.receive('May I look at it first?'))
  await user.type(await messageBox(), 'Come on Friday.{Enter}')
  expect(await screen.findByText('Sent')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(server.contents()).toEqual(['May I look at it first?', 'Come on Friday.'])
})

// @covers 8.chat.job 8.chat.consultation 5.chat.recipient
test("a conversation of others shows only that it can't be loaded", async () => {
  reply('POST', '/rest/v1/rpc/conversation_state', () => rows([]))
  const job: ChatAddress = { kind: 'job', jobId, contractorId: undefined }
  const failures: [ChatAddress, string][] = [
    [job, 'Unable to load job.'],
    [{ ...job, contractorId }, 'Unable to load job.'],
    [{ ...job, jobId: 'nothing' }, 'Unable to load job.'],
    [{ kind: 'consultation', consultationId: jobId }, 'Unable to load consultation.'],
  ]
  for (const [address, failure] of failures) {
    const { unmount } = show(<Chat me={userId} address={address} />)
    expect(await screen.findByRole('alert')).toHaveTextContent(failure)
    expect(screen.getByRole('textbox', { name: 'Message' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
    unmount()
  }
})
