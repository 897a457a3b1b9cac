import type { Locator, Page } from '@playwright/test'
import { executeSql } from './support/database.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'
import {
  bubbles,
  messageBox,
  finishJob,
  newConversation,
  newWriter,
  takePageErrors,
  insertManyMessages,
  sendMessageByApi,
} from './support/conversations.ts'
import { recordTones, tonesOf } from './support/tones.ts'

test.afterEach(() => expect(takePageErrors()).toEqual([]))

const threads = (page: Page) => page.getByRole('list', { name: 'Conversations' })

// @covers 2.inbox.fields 2.inbox.unread
test('the list follows new messages, and its badge agrees with that of the frame @gate', async ({
  browser,
}) => {
  const conversation = await newConversation()
  await executeSql(
    "update public.conversations set created_at = '2020-02-03T12:00Z' where job_id = $1",
    [conversation.jobId],
  )
  const page = await (await conversation.facility.open(browser)).newPage()
  await page.goto('/inbox')
  const row = threads(page).getByRole('listitem')
  await expect(row).toContainText('No messages yet.')
  await expect(row.getByText('Feb 3, 2020')).toBeVisible()
  await expect(page).toHaveTitle('Inbox · Mendwell')
  await sendMessageByApi(
    conversation.contractor,
    conversation.facility,
    conversation.jobId,
    'Shall I bring a ladder?',
  )
  await expect(row).toContainText('Shall I bring a ladder?')
  await expect(row).toContainText('Omar Haddad')
  await expect(row.getByText(/^\d+:\d\d [AP]M$/)).toBeVisible()
  await expect(row.getByText('1 unread')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Inbox 1 unread' }).first()).toBeVisible()
  await expect(page).toHaveTitle('(1) Inbox · Mendwell')
  await row.getByRole('link').click()
  await expect(bubbles(page)).toHaveText(['Shall I bring a ladder?'])
  await expect(page.getByRole('link', { name: 'Inbox 1 unread' })).toHaveCount(0)
  await expect(row.getByText('1 unread')).toBeHidden()
  await expect(page).toHaveTitle('Inbox · Mendwell')
  await page.context().close()
})

test('an unread message sounds once and shows in the title, if the user wants that', async ({
  browser,
}) => {
  const conversation = await newConversation()
  const context = await conversation.facility.open(browser)
  const pages = [await context.newPage(), await context.newPage()] as const
  for (const page of pages) {
    await page.goto('/inbox')
    await threads(page).waitFor()
    await recordTones(page)
    await page.getByRole('searchbox').click()
  }
  const tones = () => tonesOf(...pages)
  await threads(pages[0]).getByRole('link').click()
  await sendMessageByApi(
    conversation.contractor,
    conversation.facility,
    conversation.jobId,
    'Read at once',
  )
  await expect(bubbles(pages[0])).toHaveText(['Read at once'])
  await pages[0].getByRole('link', { name: 'Inbox' }).first().click()
  await expect(pages[0].getByRole('region', { name: 'Conversation', exact: true })).toBeHidden()
  await sendMessageByApi(conversation.contractor, conversation.facility, conversation.jobId, 'Ping')
  await expect.poll(tones).toBe('oo')
  const settings = conversation.facility.client.from('notification_settings')
  await settings.update({ sound: false }).eq('user_id', conversation.facility.id).throwOnError()
  for (const page of pages) {
    await page.reload()
    await threads(page).waitFor()
    await page.getByRole('searchbox').click()
  }
  await sendMessageByApi(
    conversation.contractor,
    conversation.facility,
    conversation.jobId,
    'Silent',
  )
  for (const page of pages) await expect(threads(page).getByText('Silent')).toBeVisible()
  expect((await tones()).length).toBe(0)
  const [page] = pages
  await expect(page).toHaveTitle('(2) Inbox · Mendwell')
  await settings.update({ messages: false }).eq('user_id', conversation.facility.id).throwOnError()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Inbox 2 unread' }).first()).toBeVisible()
  await expect(page).toHaveTitle('Inbox · Mendwell')
  await context.close()
})

test('the inbox fills the window, and has one, two or three columns by its width', async ({
  browser,
}) => {
  const conversation = await newConversation()
  const thread = `/inbox?thread=job:${conversation.jobId}:${conversation.contractor.id}`
  const page = await (await conversation.facility.open(browser)).newPage()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(thread)
  await expect(messageBox(page)).toBeEnabled()
  const about = page.getByRole('complementary', { name: 'About this conversation' })
  const composer = page.getByRole('button', { name: 'Send' })
  const sizeOf = async (part: Locator) => (await part.boundingBox()) ?? { width: 0, x: -1 }
  await expect(about.getByRole('region', { name: 'Progress' })).toContainText('Posted')
  const list = page.getByRole('region', { name: 'Conversations', exact: true })
  expect((await sizeOf(list)).width).toBe(312)
  expect((await sizeOf(about)).width).toBe(296)
  const hasScrollbar = () =>
    page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight)
  expect(await hasScrollbar()).toBe(false)
  await expect(composer).toBeInViewport()
  for (const width of [1000, 768]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(about.getByText('Details')).toBeVisible()
    await expect(list).toBeVisible()
    await expect(composer).toBeInViewport({ ratio: 1 })
    expect(await hasScrollbar()).toBe(false)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(list).toBeHidden()
  await expect(composer).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'Back to conversations' }).click()
  await expect(list).toBeVisible()
  await page.context().close()
})

test('inbox and chat are accessible, with long names, foreign scripts and under the banner', async ({
  browser,
}) => {
  const newcomer = await newWriter('consultant', 'Kim Adler')
  const empty = await (await newcomer.open(browser)).newPage()
  await empty.goto('/inbox')
  await expect(empty.getByText('No active conversations.')).toBeVisible()
  await expectAccessible(empty)
  await empty.context().close()
  const conversation = await newConversation([
    'Ruth Ellison',
    `Omar ${'Haddad '.repeat(27)}`.trim(),
  ])
  await insertManyMessages(conversation, 6)
  await sendMessageByApi(
    conversation.contractor,
    conversation.facility,
    conversation.jobId,
    'متى يمكنك القدوم؟',
  )
  await sendMessageByApi(
    conversation.contractor,
    conversation.facility,
    conversation.jobId,
    `https://example.test/${'long'.repeat(60)}`,
  )
  const page = await (await conversation.facility.open(browser)).newPage()
  await page.goto('/inbox')
  await threads(page).waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Omar Haddad' }).click()
  await expect(bubbles(page)).toHaveCount(8)
  await expectAccessible(page)
  await page.goto(conversation.path)
  await expect(bubbles(page)).toHaveCount(8)
  await expectAccessible(page)
  await finishJob(conversation)
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await page.context().close()
})
