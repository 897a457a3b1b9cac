// Tests messages that are written while the connection is broken.
import type { BrowserContext } from '@playwright/test'
import { expect, test } from './support/test.ts'
import {
  messageBox,
  bubbles,
  newConversation,
  sendMessage,
  takePageErrors,
  type TestConversation,
  messagesOf,
  sendMessageByApi,
} from './support/conversations.ts'

test.afterEach(() => expect(takePageErrors()).toEqual([]))

async function openTab(context: BrowserContext, conversation: TestConversation) {
  const page = await context.newPage()
  await page.goto(conversation.path)
  await expect(messageBox(page)).toBeEnabled()
  return page
}

test('messages that are written offline wait, and are sent once and in order @gate', async ({
  browser,
}) => {
  const conversation = await newConversation()
  const page = await openTab(await conversation.facility.open(browser), conversation)
  await page.context().setOffline(true)
  for (const texts of ['One', 'Two', 'Three']) await sendMessage(page, texts)
  await expect(page.getByText('Waiting to be sent').first()).toBeVisible()
  expect(await messagesOf(conversation)).toEqual([])
  await page.context().setOffline(false)
  await expect.poll(() => messagesOf(conversation)).toEqual(['One', 'Two', 'Three'])
  await expect(page.getByText('Sent', { exact: true })).toHaveCount(3)
  await expect(bubbles(page)).toHaveText(['One', 'Two', 'Three'])
  await page.context().close()
})

test('two tabs of one user share the composer draft, the messages and the send queue', async ({
  browser,
}) => {
  const conversation = await newConversation()
  const context = await conversation.facility.open(browser)
  const firstTab = await openTab(context, conversation)
  const secondTab = await openTab(context, conversation)
  await messageBox(firstTab).fill('Word')
  await expect(messageBox(secondTab)).toHaveValue('Word')
  await messageBox(secondTab).press('Enter')
  await expect(messageBox(firstTab)).toHaveValue('')
  await expect(bubbles(firstTab)).toHaveText(['Word'])
  await context.setOffline(true)
  for (let number = 0; number < 6; number += 1)
    await sendMessage(number % 2 ? secondTab : firstTab, `Word ${number}`)
  const texts = ['Word', ...Array.from({ length: 6 }, (_, number) => `Word ${number}`)]
  await expect(bubbles(firstTab)).toHaveText(texts)
  await expect(bubbles(secondTab)).toHaveText(texts)
  await context.setOffline(false)
  await expect.poll(() => messagesOf(conversation)).toEqual(texts)
  for (const page of [firstTab, secondTab]) {
    await expect(page.getByText('Sent', { exact: true })).toHaveCount(texts.length)
    await expect(bubbles(page)).toHaveText(texts)
  }
  await sendMessageByApi(
    conversation.contractor,
    conversation.facility,
    conversation.jobId,
    'All of them',
  )
  for (const page of [firstTab, secondTab])
    await expect(bubbles(page)).toHaveText([...texts, 'All of them'])
  await context.close()
})
