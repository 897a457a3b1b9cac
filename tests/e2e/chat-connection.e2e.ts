// Tests messages that are written while the connection is broken.
import type { BrowserContext } from '@playwright/test'
import { expect, test } from './support/test.ts'
import {
  messageBox,
  bubbles,
  newConversation,
  say,
  takePageErrors,
  type TestConversation,
  messagesOf,
  sendMessageByApi,
} from './support/conversations.ts'

test.afterEach(() => expect(takePageErrors()).toEqual([]))

async function openIn(context: BrowserContext, talk: TestConversation) {
  const page = await context.newPage()
  await page.goto(talk.path)
  await expect(messageBox(page)).toBeEnabled()
  return page
}

test('messages that are written offline wait, and are sent once and in order @gate', async ({
  browser,
}) => {
  const talk = await newConversation()
  const page = await openIn(await talk.facility.open(browser), talk)
  await page.context().setOffline(true)
  for (const words of ['One', 'Two', 'Three']) await say(page, words)
  await expect(page.getByText('Waiting to be sent').first()).toBeVisible()
  expect(await messagesOf(talk)).toEqual([])
  await page.context().setOffline(false)
  await expect.poll(() => messagesOf(talk)).toEqual(['One', 'Two', 'Three'])
  await expect(page.getByText('Sent', { exact: true })).toHaveCount(3)
  await expect(bubbles(page)).toHaveText(['One', 'Two', 'Three'])
  await page.context().close()
})

test('two tabs of one user share the composer draft, the messages and the send queue', async ({
  browser,
}) => {
  const talk = await newConversation()
  const context = await talk.facility.open(browser)
  const one = await openIn(context, talk)
  const other = await openIn(context, talk)
  await messageBox(one).fill('Word')
  await expect(messageBox(other)).toHaveValue('Word')
  await messageBox(other).press('Enter')
  await expect(messageBox(one)).toHaveValue('')
  await expect(bubbles(one)).toHaveText(['Word'])
  await context.setOffline(true)
  for (let word = 0; word < 6; word += 1) await say(word % 2 ? other : one, `Word ${word}`)
  const words = ['Word', ...Array.from({ length: 6 }, (_, word) => `Word ${word}`)]
  await expect(bubbles(one)).toHaveText(words)
  await expect(bubbles(other)).toHaveText(words)
  await context.setOffline(false)
  await expect.poll(() => messagesOf(talk)).toEqual(words)
  for (const page of [one, other]) {
    await expect(page.getByText('Sent', { exact: true })).toHaveCount(words.length)
    await expect(bubbles(page)).toHaveText(words)
  }
  await sendMessageByApi(talk.contractor, talk.facility, talk.jobId, 'All of them')
  for (const page of [one, other]) await expect(bubbles(page)).toHaveText([...words, 'All of them'])
  await context.close()
})
