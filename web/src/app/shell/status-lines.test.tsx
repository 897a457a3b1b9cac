// Tests the status lines, which can appear on every page.
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  closedBanner,
  jobId,
  messageBox,
  shownMessages,
  stubConversation,
} from '#features/messages/testing-conversation.tsx'
import { dropConnections, isSubscribedTo, LiveSocket } from '#testing-live.ts'
import { refusal, reply, rows } from '#testing-network.ts'
import { visit } from '#testing-screen.tsx'

afterEach(() => {
  vi.useRealTimers()
})

test('a refused message shows the reason on every page', async () => {
  const server = stubConversation()
  // This socket delivers no events, so the page learns only from the refusal that the conversation is closed.
  vi.stubGlobal('WebSocket', SilentSocket)
  reply('GET', '/rest/v1/dashboard_inbox_preview', () => rows([]))
  reply('GET', '/rest/v1/notification_settings', () => rows([]))
  const { user, router } = await visit(`/chat/job/${jobId}`, { role: 'facility' })
  const textbox = await messageBox()
  // The server closes the conversation and refuses the message.
  reply('POST', '/rest/v1/messages', () => {
    server.access = { ...server.access, writable: false, banner: closedBanner }
    return refusal(409, 'conversation_closed', closedBanner)
  })
  await user.type(textbox, 'Too late{Enter}')
  expect(await screen.findByText('Not sent')).toBeVisible()
  await waitFor(() => expect(screen.getAllByText(closedBanner)).toHaveLength(2))
  expect(textbox).toBeDisabled()
  expect(textbox).toHaveValue('Too late')
  expect(screen.queryByText("A message wasn't sent.")).toBeNull()
  await user.click(firstLink('Inbox'))
  await user.click(await screen.findByRole('link', { name: 'View message' }))
  await waitFor(() => expect(shownMessages()).toEqual(['Too late']))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(shownMessages()).toEqual([]))
  await act(() => router.navigate('/settings'))
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible()
  expect(screen.queryByText("A message wasn't sent.")).toBeNull()
})

test('a status line shows that the network is lost, until it returns', async () => {
  reply('GET', '/rest/v1/dashboard_inbox_preview', () => rows([]))
  await visit('/inbox', { role: 'facility' })
  expect(await screen.findByText('No active conversations.')).toBeVisible()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText("You're offline.")).toBeVisible()
  online.mockRestore()
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText("You're offline.")).toBeNull())
})

class SilentSocket extends EventTarget {
  readyState = 0
  send() {}
  close() {}
}

test('a status line shows after five seconds that the connection is lost, until it returns', async () => {
  reply('GET', '/rest/v1/dashboard_inbox_preview', () => rows([]))
  await visit('/inbox', { role: 'facility' })
  await waitFor(() => expect(isSubscribedTo('messages')).toBe(true))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const silence = vi.spyOn(LiveSocket.prototype, 'receive').mockReturnValue()
  act(() => dropConnections())
  await act(() => vi.advanceTimersByTimeAsync(4900))
  expect(screen.queryByText('Reconnecting…')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.getByText('Reconnecting…')).toBeVisible()
  silence.mockRestore()
  act(() => dropConnections())
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(screen.queryByText('Reconnecting…')).toBeNull()
})

function firstLink(name: string) {
  const [link] = screen.getAllByRole('link', { name })
  if (!link) throw new Error(`No link is named ${name}.`)
  return link
}
