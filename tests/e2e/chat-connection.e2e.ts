// Broken connections, and the messages that were written meanwhile.
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import {
  box,
  bubbles,
  finish,
  newTalk,
  say,
  takeComplaints,
  type Talk,
  messagesOf,
  write,
} from './support/conversations.ts'

test.afterEach(() => expect(takeComplaints()).toEqual([]))

async function openIn(context: BrowserContext, talk: Talk) {
  const page = await context.newPage()
  await page.goto(talk.path)
  await expect(box(page)).toBeEnabled()
  return page
}

const alone = async (browser: Browser, talk: Talk) =>
  openIn(await talk.facility.open(browser), talk)

const sendsTo = (page: Page, answer: 'cut' | 'lost' | 'broken' | 'slower') =>
  page.route('**/rest/v1/messages*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    if (answer === 'cut') return route.abort('connectionreset')
    // The request arrives, but its response is lost.
    if (answer === 'lost') {
      await route.fetch()
      return route.abort('connectionreset')
    }
    const tooOften = { code: 'too_many_messages', message: 'You are doing this too often.' }
    const broken = { code: 'XX000', message: 'Something broke.' }
    await (answer === 'slower'
      ? route.fulfill({ status: 429, json: tooOften })
      : route.fulfill({ status: 500, json: broken }))
  })

/** Messages that are still in the send queue of this device. */
const keptBy = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /^kept:[^:]+:(?:words|outgoing):/.test(key)),
  )

test('unsent messages wait, even over a reload', async ({ browser }) => {
  const talk = await newTalk()
  const page = await alone(browser, talk)
  await sendsTo(page, 'cut')
  await say(page, 'Before the reload')
  await expect(page.getByText('Waiting to be sent')).toBeVisible()
  await page.reload()
  await expect(bubbles(page)).toHaveText(['Before the reload'])
  await page.unrouteAll()
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  expect(await messagesOf(talk)).toEqual(['Before the reload'])
  await page.context().close()
})

test('messages that are written offline wait, and are sent once and in order @gate', async ({
  browser,
}) => {
  const talk = await newTalk()
  const page = await alone(browser, talk)
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

test('a lost response causes no second message @gate', async ({ browser }) => {
  const talk = await newTalk()
  const page = await alone(browser, talk)
  await sendsTo(page, 'lost')
  await say(page, 'Only once')
  // The message arrives over the socket, and is still retried until a response gets through.
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  expect(await keptBy(page)).toHaveLength(1)
  await page.unrouteAll()
  await expect.poll(() => keptBy(page)).toEqual([])
  await expect(bubbles(page)).toHaveText(['Only once'])
  expect(await messagesOf(talk)).toEqual(['Only once'])
  await page.context().close()
})

test('a failed send keeps the text, and sending it again is one message', async ({ browser }) => {
  const talk = await newTalk()
  const page = await alone(browser, talk)
  await sendsTo(page, 'broken')
  await say(page, 'The pump is loud')
  await expect(page.getByText('Not sent')).toBeVisible()
  await expect(box(page)).toHaveValue('The pump is loud')
  await page.reload()
  await expect(box(page)).toHaveValue('The pump is loud')
  await page.unrouteAll()
  await box(page).press('Enter')
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  await expect(box(page)).toHaveValue('')
  await expect(bubbles(page)).toHaveText(['The pump is loud'])
  expect(await messagesOf(talk)).toEqual(['The pump is loud'])
  await page.context().close()
})

test('a waiting message shows why, and can be discarded or edited', async ({ browser }) => {
  const talk = await newTalk()
  const page = await alone(browser, talk)
  await sendsTo(page, 'slower')
  for (const words of ['First', 'Second', 'Third']) await say(page, words)
  await expect(page.getByText('You are doing this too often.')).toHaveCount(1)
  const row = (words: string) => page.getByRole('log').locator('li').filter({ hasText: words })
  await row('First').getByRole('button', { name: 'Discard' }).click()
  await expect(bubbles(page)).toHaveText(['Second', 'Third'])
  await row('Second').getByRole('button', { name: 'Edit' }).click()
  await expect(box(page)).toHaveValue('Second')
  await expect(bubbles(page)).toHaveText(['Third'])
  await page.unrouteAll()
  const sent = page.getByText('Sent', { exact: true })
  // It may have been sent automatically in the meantime.
  await row('Third').getByRole('button', { name: 'Retry' }).or(sent).click()
  await expect(sent).toBeVisible()
  await say(page, 'Second, mended')
  await expect(page.getByText('Sent', { exact: true })).toHaveCount(2)
  expect(await messagesOf(talk)).toEqual(['Third', 'Second, mended'])
  await page.context().close()
})

test('a refused message shows the reason on every page', async ({ browser }) => {
  const talk = await newTalk()
  const page = await alone(browser, talk)
  await page.routeWebSocket(/realtime/, () => undefined)
  await page.reload()
  await expect(box(page)).toBeEnabled()
  const mayHear = Promise.withResolvers<void>()
  await page.route(/conversation_state/, async (route) => {
    await mayHear.promise
    await route.continue()
  })
  await finish(talk)
  await say(page, 'Too late')
  await expect(page.getByText('Not sent')).toBeVisible()
  mayHear.resolve()
  await expect(
    page.getByText('This job is marked as finished. Messaging is disabled.'),
  ).toHaveCount(2)
  await expect(box(page)).toBeDisabled()
  await expect(box(page)).toHaveValue('Too late')
  await expect(page.getByText("A message wasn't sent.")).toBeHidden()
  await page.getByRole('link', { name: 'Inbox' }).first().click()
  await page.getByRole('link', { name: 'View message' }).click()
  await expect(bubbles(page)).toHaveText(['Too late'])
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(bubbles(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await expect(page.getByText("A message wasn't sent.")).toBeHidden()
  await page.context().close()
})

test('two tabs of one user share the composer draft, the messages and the send queue', async ({
  browser,
}) => {
  const talk = await newTalk()
  const context = await talk.facility.open(browser)
  const one = await openIn(context, talk)
  const other = await openIn(context, talk)
  await box(one).fill('Word')
  await expect(box(other)).toHaveValue('Word')
  await box(other).press('Enter')
  await expect(box(one)).toHaveValue('')
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
  await write(talk.contractor, talk.facility, talk.jobId, 'All of them')
  for (const page of [one, other]) await expect(bubbles(page)).toHaveText([...words, 'All of them'])
  await context.close()
})

test('signing out deletes drafts and unsent messages', async ({ browser }) => {
  const talk = await newTalk()
  const page = await alone(browser, talk)
  await box(page).fill('A secret')
  expect(await keptBy(page)).toHaveLength(1)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/marketing')
  expect(await keptBy(page)).toEqual([])
  await page.context().close()
})
