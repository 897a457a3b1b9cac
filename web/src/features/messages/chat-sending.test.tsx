import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, networkFailure, refusal, reply, requestsTo } from '#testing-network.ts'
import { messageBox, showChat, shownMessages, stubConversation } from './testing-conversation.tsx'

const post = (replier: Parameters<typeof reply>[2]) => reply('POST', '/rest/v1/messages', replier)
const posts = () => requestsTo('POST', '/rest/v1/messages')

// @covers 5.chat.empty 5.chat.trimmed 2.chat.box-and-send
test('Enter sends, Shift+Enter starts a line, and spaces alone are not sent', async () => {
  const server = stubConversation()
  const { user } = showChat()
  const textbox = await messageBox()
  const send = screen.getByRole('button', { name: 'Send' })
  await user.type(textbox, '   {Shift>}{Enter}{/Shift}  ')
  expect(send).toBeDisabled()
  await user.keyboard('{Enter}')
  await user.type(textbox, 'First line{Shift>}{Enter}{/Shift}second line  ')
  await user.click(send)
  expect(textbox).toHaveFocus()
  expect(await screen.findByText('Sent')).toBeVisible()
  await user.type(textbox, 'And one by key{Enter}')
  await waitFor(() => expect(screen.getAllByText('Sent')).toHaveLength(2))
  expect(server.contents()).toEqual(['First line\nsecond line', 'And one by key'])
})

test('4,001 characters are counted and kept, and 4,000 are sent', async () => {
  const server = stubConversation()
  const { user } = showChat()
  const textbox = await messageBox()
  // Each emoji is two UTF-16 units in the browser and one character on the server.
  const longestText = '🔧'.repeat(4000)
  await user.click(textbox)
  await user.paste(`${longestText}!`)
  expect(screen.getByText('1 character over the limit of 4,000.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  await user.keyboard('{Enter}')
  expect(textbox).toHaveValue(`${longestText}!`)
  await user.keyboard('{Backspace}{Enter}')
  expect(await screen.findByText('Sent')).toBeVisible()
  expect(server.contents()).toEqual([longestText])
})

test('unsent messages stay queued after a reload', async () => {
  const server = stubConversation()
  post(networkFailure)
  const { user, unmount } = showChat()
  await user.type(await messageBox(), 'Before the reload{Enter}')
  expect(await screen.findByText('Waiting to be sent')).toBeVisible()
  unmount()
  server.acceptMessages()
  showChat()
  expect(await screen.findByText('Sent')).toBeVisible()
  expect(shownMessages()).toEqual(['Before the reload'])
  expect(server.contents()).toEqual(['Before the reload'])
})

test('a lost response causes no second message', async () => {
  const server = stubConversation()
  post((request) => {
    // The server stores the first message, but the response is lost.
    if (posts().length === 1) {
      server.store(request)
      return networkFailure()
    }
    return server.store(request)
  })
  const { user } = showChat()
  await user.type(await messageBox(), 'Only once{Enter}')
  expect(await screen.findByText('Sent')).toBeVisible()
  await waitFor(() => expect(storedKeys()).toEqual([]))
  expect(posts()).toHaveLength(2)
  expect(server.contents()).toEqual(['Only once'])
  expect(shownMessages()).toEqual(['Only once'])
})

// @covers 8.chat.failed-send
test('a failed send keeps the text, and sending it again is one message', async () => {
  const server = stubConversation()
  post(() => json({ code: 'XX000', message: 'Something broke.' }, 500))
  const { user, unmount } = showChat()
  await user.type(await messageBox(), 'The pump is loud{Enter}')
  expect(await screen.findByText('Not sent')).toBeVisible()
  expect(await messageBox()).toHaveValue('The pump is loud')
  unmount()
  const reopened = showChat()
  const textbox = await messageBox()
  expect(textbox).toHaveValue('The pump is loud')
  server.acceptMessages()
  await reopened.user.type(textbox, '{Enter}')
  expect(await screen.findByText('Sent')).toBeVisible()
  expect(textbox).toHaveValue('')
  expect(shownMessages()).toEqual(['The pump is loud'])
  expect(server.contents()).toEqual(['The pump is loud'])
})

test('a waiting message shows why, and can be discarded or edited', async () => {
  const server = stubConversation()
  post(() => refusal(429, 'too_many_messages', 'Too many requests.'))
  const { user } = showChat()
  const textbox = await messageBox()
  for (const text of ['First', 'Second', 'Third']) await user.type(textbox, `${text}{Enter}`)
  expect(await screen.findAllByText('Too many requests.')).toHaveLength(1)
  await user.click(actionOf('First', 'Discard'))
  await waitFor(() => expect(shownMessages()).toEqual(['Second', 'Third']))
  await user.click(actionOf('Second', 'Edit'))
  await waitFor(() => expect(textbox).toHaveValue('Second'))
  expect(shownMessages()).toEqual(['Third'])
  server.acceptMessages()
  await user.click(actionOf('Third', 'Retry'))
  expect(await screen.findByText('Sent')).toBeVisible()
  await user.type(textbox, ', mended{Enter}')
  await waitFor(() => expect(screen.getAllByText('Sent')).toHaveLength(2))
  expect(server.contents()).toEqual(['Third', 'Second, mended'])
})

function actionOf(text: string, name: string) {
  const row = screen.getByText(text).closest('li')
  if (!row) throw new Error(`No row says ${text}.`)
  return within(row).getByRole('button', { name })
}

/** Returns the storage keys of all drafts and unsent messages. */
function storedKeys() {
  return Object.keys(localStorage).filter((key) => /^kept:[^:]+:(?:words|outgoing):/.test(key))
}
