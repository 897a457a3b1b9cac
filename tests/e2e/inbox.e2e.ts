import type { Page } from '@playwright/test'
import { executeSql } from './support/database.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'
import {
  bubbles,
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
    "update public.conversations set created_at = now() - interval '3 days' where job_id = $1",
    [conversation.jobId],
  )
  const page = await (await conversation.facility.open(browser)).newPage()
  await page.goto('/inbox')
  const row = threads(page).getByRole('listitem')
  await expect(row).toContainText('No messages yet.')
  await expect(row.getByText('3 days ago')).toBeVisible()
  await expect(page).toHaveTitle('Inbox · Mendwell')
  await sendMessageByApi(
    conversation.contractor,
    conversation.facility,
    conversation.jobId,
    'Shall I bring a ladder?',
  )
  await expect(row).toContainText('Shall I bring a ladder?')
  await expect(row).toContainText('Omar Haddad')
  await expect(row.getByText('just now')).toBeVisible()
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
  await page.getByRole('link', { name: 'Mend the gate' }).click()
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
