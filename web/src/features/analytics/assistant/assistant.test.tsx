import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, makeDeferredReply, networkFailure, reply, requestsTo } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import { Assistant } from './assistant.tsx'

const path = '/functions/v1/assistant'
const opener = () => screen.getByRole('button', { name: 'Assistant' })

const openJobs = {
  answer: '12 jobs are open now.',
  filter: { topic: 'open jobs', from: null, to: null },
  link: '/admin/jobs?state=open',
}

let chats = 0

// Each test uses a different user, because all tests share the module that stores the chats.
beforeEach(() => {
  chats += 1
  vi.stubGlobal('innerWidth', 1280)
})

async function openAssistant() {
  const view = show(<Assistant userId={`admin-${chats}`} />, { role: 'admin' })
  await view.user.click(opener())
  const panel = within(await screen.findByRole('dialog', { name: 'Assistant' }))
  const field = await panel.findByRole('textbox', { name: 'Question' })
  return { ...view, panel, field, log: within(panel.getByRole('log')) }
}

test('opening the assistant focuses the question field', async () => {
  const { field } = await openAssistant()
  expect(field).toHaveFocus()
})

test('an answer says how the question was understood, and links to its days', async () => {
  reply('POST', path, () =>
    json({
      answer: '3 bids were made in January 2026.',
      filter: { topic: 'bids', from: '2026-01-01', to: '2026-01-31' },
      link: '/admin-dashboard',
    }),
  )
  const { user, field, log } = await openAssistant()
  await user.type(field, 'How many bids were made in January 2026?{Enter}')
  expect(await log.findByText('3 bids were made in January 2026.')).toBeVisible()
  expect(log.getByText('Understood: bids, Jan 1 to Jan 31, 2026')).toBeVisible()
  expect(log.getByRole('link', { name: 'View' })).toHaveAttribute(
    'href',
    '/admin-dashboard?range=custom&from=2026-01-01&to=2026-01-31',
  )
  expect(field).toHaveValue('')
})

// @covers 2.admin-dashboard.assistant-replies
test('an unknown question gets the reply of the server without a link', async () => {
  const later = makeDeferredReply()
  reply('POST', path, later.replier)
  const { user, field, log } = await openAssistant()
  await user.type(field, 'What is the weather?{Enter}')
  expect(log.getByText('Looking it up...')).toBeVisible()
  later.send(json({ answer: "I can't answer that yet.", filter: null, link: null }))
  expect(await log.findByText("I can't answer that yet.")).toBeVisible()
  expect(log.queryByRole('link')).toBeNull()
  expect(log.queryByText(/^Understood/)).toBeNull()
})

// @covers 2.admin-dashboard.assistant-box
test('Escape closes it and returns the focus, and the conversation stays', async () => {
  reply('POST', path, () => json(openJobs))
  const { user, panel, field, log } = await openAssistant()
  await user.click(panel.getByRole('button', { name: 'Open jobs' }))
  expect(await log.findByText('12 jobs are open now.')).toBeVisible()
  await user.type(field, '{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(opener()).toHaveFocus()
  await user.click(opener())
  expect(await screen.findByText('Open jobs', { selector: 'p' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(opener()).toHaveFocus()
})

test('a new visit starts with an empty conversation', async () => {
  reply('POST', path, () => json(openJobs))
  const { user, field, log, unmount } = await openAssistant()
  await user.type(field, 'Open jobs{Enter}')
  expect(await log.findByText('12 jobs are open now.')).toBeVisible()
  unmount()
  // `resetModules` simulates a reload of the page, because a reload evaluates all modules again.
  vi.resetModules()
  const { Assistant: NewAssistant } = await import('./assistant.tsx')
  const reopened = show(<NewAssistant userId={`admin-${chats}`} />, { role: 'admin' })
  await reopened.user.click(opener())
  expect(await screen.findByText(/^Ask about jobs, bids, revenue/)).toBeVisible()
  expect(screen.queryByText('12 jobs are open now.')).toBeNull()
})

test('a failed question keeps its text, and can be sent again', async () => {
  reply('POST', path, networkFailure)
  const { user, field, log } = await openAssistant()
  await user.type(field, 'Users by role{Enter}')
  expect(await log.findByText(/^Can't reach Mendwell/)).toBeVisible()
  expect(log.getByText('Users by role')).toBeVisible()
  reply('POST', path, () => json({ answer: '3 contractors', filter: null, link: null }))
  await user.click(log.getByRole('button', { name: 'Retry' }))
  expect(await log.findByText('3 contractors')).toBeVisible()
  expect(log.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('text that is typed before the reply stays, and is not sent twice', async () => {
  const later = makeDeferredReply()
  reply('POST', path, later.replier)
  const { user, field, log } = await openAssistant()
  await user.type(field, 'Open jobs{Enter}')
  await user.type(field, 'Pending bids{Enter}')
  expect(field).toHaveValue('Pending bids')
  expect(requestsTo('POST', path)).toHaveLength(1)
  later.send(json(openJobs))
  await waitFor(() => expect(log.queryByText('Looking it up...')).toBeNull())
  reply('POST', path, () => json({ ...openJobs, answer: '4 bids are pending now.' }))
  await user.type(field, '{Enter}')
  expect(field).toHaveValue('')
  expect(await log.findByText('4 bids are pending now.')).toBeVisible()
})

test('markup in a question is text', async () => {
  reply('POST', path, () => json(openJobs))
  const { user, field, log } = await openAssistant()
  await user.click(field)
  await user.paste('<b>bold</b>')
  await user.keyboard('{Enter}')
  expect(await log.findByText('<b>bold</b>')).toBeVisible()
})
