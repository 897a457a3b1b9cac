// Tests a conversation with thousands of messages, and an inbox with thousands of conversations.
import type { Browser, Locator, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import {
  messageBox,
  bubbles,
  newConversation,
  sendMessage,
  takePageErrors,
  insertManyMessages,
  insertManyConversations,
  sendMessageByApi,
} from './support/conversations.ts'

test.afterEach(() => expect(takePageErrors()).toEqual([]))

const topEdgeOf = async (locator: Locator) => Math.round((await locator.boundingBox())?.y ?? NaN)

/** Returns the middle message and the position of its top edge, after the message stops moving. */
async function idOfMiddleMessage(page: Page) {
  const id = await page.getByRole('log').evaluate((frame) => {
    const { left, top, width, height } = frame.getBoundingClientRect()
    const rows = [0, 20, 40, 60].flatMap((down) =>
      [width / 4, (width * 3) / 4].map((right) =>
        document.elementFromPoint(left + right, top + height / 2 + down)?.closest('li'),
      ),
    )
    const found = rows.find((row) => row?.querySelector('[data-message]'))
    return found?.querySelector('[data-message]')?.getAttribute('data-message')
  })
  const row = page.locator(`[data-message="${id}"]`)
  let top = NaN
  await expect(async () => {
    const before = top
    top = await topEdgeOf(row)
    expect(top).toBe(before)
  }).toPass()
  return { row, top }
}

/** Opens a conversation with this many messages for the facility, at the newest message. */
async function openTalk(browser: Browser, messages: number) {
  const conversation = await newConversation()
  await insertManyMessages(conversation, messages)
  const page = await (await conversation.facility.open(browser)).newPage()
  await page.goto(conversation.path)
  await expect(page.getByText(new RegExp(`^Message ${messages}\\b`))).toBeInViewport()
  return { page, conversation }
}

test('ten thousand messages open at the newest', async ({ browser }) => {
  const conversation = await newConversation()
  await insertManyMessages(conversation, 10_000)
  const page = await (await conversation.facility.open(browser)).newPage()
  await page.goto('/inbox')
  await page.getByRole('link', { name: 'Omar Haddad' }).waitFor()
  await page.getByRole('link', { name: 'Omar Haddad' }).click()
  await expect(page.getByText(/^Message 10000\b/)).toBeInViewport()
  await page.context().close()
})

test('older messages load above without moving the reading position', async ({ browser }) => {
  const { page } = await openTalk(browser, 400)
  const log = page.getByRole('log')
  const released = Promise.withResolvers<void>()
  let isRequested = false
  await page.route(/seq=lt/, async (route) => {
    isRequested = true
    await released.promise
    await route.continue()
  })
  // A second scroll may be needed, because rows get their real height only when they come into view.
  await expect(async () => {
    await log.evaluate((frame) => frame.scrollBy(0, -frame.scrollHeight))
    expect(isRequested).toBe(true)
  }).toPass()
  const { row, top } = await idOfMiddleMessage(page)
  await expect(bubbles(page)).toHaveCount(50)
  released.resolve()
  await expect.poll(() => bubbles(page).count()).toBeGreaterThan(50)
  expect(Math.abs((await topEdgeOf(row)) - top)).toBeLessThanOrEqual(1)
  await expect(async () => {
    await log.evaluate((frame) => frame.scrollBy(0, -frame.scrollHeight))
    expect(await bubbles(page).count()).toBe(400)
  }).toPass()
  await expect(page.getByText('Start of conversation')).toBeAttached()
  await expect(bubbles(page)).toHaveCount(400)
  await page.context().close()
})

test('new messages below do not move the reading position', async ({ browser }) => {
  const { page, conversation } = await openTalk(browser, 120)
  await page.getByRole('log').evaluate((frame) => frame.scrollBy(0, -900))
  const jump = page.getByRole('button', { name: 'Jump to the latest message' })
  await expect(jump).toBeVisible()
  const { row, top } = await idOfMiddleMessage(page)
  await sendMessageByApi(
    conversation.contractor,
    conversation.facility,
    conversation.jobId,
    'Are you there?',
  )
  await expect(bubbles(page).filter({ hasText: 'Are you there?' })).toBeAttached()
  expect(Math.abs((await topEdgeOf(row)) - top)).toBeLessThanOrEqual(1)
  const unread = conversation.facility.client
    .from('messages')
    .select('seq')
    .eq('job_id', conversation.jobId)
  expect((await unread.eq('read', false)).data).toHaveLength(1)
  await jump.click()
  await expect(page.getByText('Are you there?')).toBeInViewport()
  await expect.poll(async () => (await unread.eq('read', false)).data).toEqual([])
  await sendMessage(page, 'I am.')
  await expect(page.getByText('I am.')).toBeInViewport()
  await expect(messageBox(page)).toBeFocused()
  await page.context().close()
})

test('a thread that renders during a scroll keeps the scroll position', async ({ browser }) => {
  const { page } = await openTalk(browser, 120)
  await page.setViewportSize({ width: 1280, height: 500 })
  const log = page.getByRole('log')
  // Scroll the whole page first. The page and the message log have separate scroll positions.
  await log.evaluate((frame) => frame.ownerDocument.defaultView?.scrollBy(0, 150))
  expect(await page.evaluate('scrollY')).toBeGreaterThan(100)
  // The listener scrolls again during the first scroll event, so the thread renders between the two scrolls.
  await log.evaluate((frame) => {
    frame.addEventListener('scroll', () => frame.scrollBy(0, -400), { once: true })
    frame.scrollBy(0, -500)
  })
  await expect(page.getByRole('button', { name: 'Jump to the latest message' })).toBeVisible()
  await idOfMiddleMessage(page)
  expect(await log.evaluate((frame) => frame.scrollTop)).toBe(-900)
  await page.context().close()
})

test('ten thousand conversations are a list like any other', async ({ browser }) => {
  const conversation = await newConversation()
  await insertManyConversations(conversation, 10_000)
  const page = await (await conversation.facility.open(browser)).newPage()
  await page.goto('/inbox')
  await expect(page.getByText('1–25 of 10,001')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Inbox 99+ unread' }).first()).toBeVisible()
  await sendMessageByApi(
    conversation.contractor,
    conversation.facility,
    conversation.jobId,
    'The newest of all',
  )
  const threads = page.getByRole('list', { name: 'Conversations' })
  await expect(threads.getByRole('listitem').first()).toContainText('The newest of all')
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('Gate 7777')
  await expect(threads.getByRole('listitem')).toContainText(['Gate 7777'])
  await threads.getByRole('link').click()
  await expect(bubbles(page)).toHaveText(['About Gate 7777'])
  await page.context().close()
})
