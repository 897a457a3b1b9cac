// Lines that break, and what becomes of what was written on them.
import { fail } from 'node:assert/strict'
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
  wordsOf,
  write,
} from './support/talk.ts'

test.afterEach(() => expect(takeComplaints()).toEqual([]))

async function openIn(context: BrowserContext, talk: Talk) {
  const page = await context.newPage()
  await page.goto(talk.path)
  await expect(box(page)).toBeEnabled()
  return page
}

const alone = async (browser: Browser, talk: Talk) =>
  openIn(await talk.facility.open(browser), talk)

const sendsTo = (page: Page, answer: 'cut' | 'lost' | 'broken') =>
  page.route('**/rest/v1/messages*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    if (answer === 'cut') return route.abort('connectionreset')
    // It arrives, and the answer does not.
    if (answer === 'lost') {
      await route.fetch()
      return route.abort('connectionreset')
    }
    await route.fulfill({ status: 500, json: { message: 'Something broke.', code: 'XX000' } })
  })

const keptBy = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kept:')))

test('what cannot get through waits, also over a reload', async ({ browser }) => {
  const talk = await newTalk()
  const page = await alone(browser, talk)
  await sendsTo(page, 'cut')
  await say(page, 'Before the reload')
  await expect(page.getByText('Waiting to be sent')).toBeVisible()
  await page.reload()
  await expect(bubbles(page)).toHaveText(['Before the reload'])
  await page.unrouteAll()
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  expect(await wordsOf(talk)).toEqual(['Before the reload'])
  await page.context().close()
})

test('what is written offline waits, and goes out once and in order', async ({ browser }) => {
  const talk = await newTalk()
  const page = await alone(browser, talk)
  await page.context().setOffline(true)
  for (const words of ['One', 'Two', 'Three']) await say(page, words)
  await expect(page.getByText('Waiting to be sent').first()).toBeVisible()
  expect(await wordsOf(talk)).toEqual([])
  await page.context().setOffline(false)
  await expect.poll(() => wordsOf(talk)).toEqual(['One', 'Two', 'Three'])
  await expect(page.getByText('Sent', { exact: true })).toHaveCount(3)
  await expect(bubbles(page)).toHaveText(['One', 'Two', 'Three'])
  await page.context().close()
})

test('an answer that is lost on the way makes no second message', async ({ browser }) => {
  const talk = await newTalk()
  const page = await alone(browser, talk)
  await sendsTo(page, 'lost')
  await say(page, 'Only once')
  // It is heard of as every message is, and still asked for until an answer comes through.
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  expect(await keptBy(page)).toHaveLength(1)
  await page.unrouteAll()
  await expect.poll(() => keptBy(page)).toEqual([])
  await expect(bubbles(page)).toHaveText(['Only once'])
  expect(await wordsOf(talk)).toEqual(['Only once'])
  await page.context().close()
})

test('a send that fails leaves the words in the box, and sending them again is one message', async ({
  browser,
}) => {
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
  expect(await wordsOf(talk)).toEqual(['The pump is loud'])
  await page.context().close()
})

test('a message that the server refuses says why', async ({ browser }) => {
  const talk = await newTalk()
  const page = await alone(browser, talk)
  await page.routeWebSocket(/realtime/, () => undefined)
  await page.reload()
  await expect(box(page)).toBeEnabled()
  await finish(talk)
  await say(page, 'Too late')
  await expect(page.getByText('Not sent')).toBeVisible()
  await expect(
    page.getByText('This job is marked as finished. Messaging is disabled.'),
  ).toHaveCount(2)
  await expect(box(page)).toBeDisabled()
  await expect(box(page)).toHaveValue('Too late')
  await page.context().close()
})

test('two tabs of one person agree on what was said and what is on its way', async ({
  browser,
}) => {
  const talk = await newTalk()
  const context = await talk.facility.open(browser)
  const one = await openIn(context, talk)
  const other = await openIn(context, talk)
  await context.setOffline(true)
  for (let word = 0; word < 6; word += 1) await say(word % 2 ? other : one, `Word ${word}`)
  const words = Array.from({ length: 6 }, (_, word) => `Word ${word}`)
  await expect(bubbles(one)).toHaveText(words)
  await expect(bubbles(other)).toHaveText(words)
  await context.setOffline(false)
  await expect.poll(() => wordsOf(talk)).toEqual(words)
  for (const page of [one, other]) {
    await expect(page.getByText('Sent', { exact: true })).toHaveCount(6)
    await expect(bubbles(page)).toHaveText(words)
  }
  await write(talk.contractor, talk.facility, talk.jobId, 'All six')
  for (const page of [one, other]) await expect(bubbles(page)).toHaveText([...words, 'All six'])
  await context.close()
})

test('signing out forgets what was typed and what waits', async ({ browser }) => {
  const talk = await newTalk()
  const page = await alone(browser, talk)
  await box(page).fill('A secret')
  expect(await keptBy(page)).toHaveLength(1)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/marketing')
  expect(await keptBy(page)).toEqual([])
  await page.context().close()
})

test('two browsers on lines that keep breaking lose, double and disorder nothing', async ({
  browser,
}) => {
  test.setTimeout(90_000)
  const talk = await newTalk()
  const contexts = [await talk.facility.open(browser), await talk.contractor.open(browser)]
  const pages = await Promise.all(contexts.map((context) => openIn(context, talk)))
  const each = 12
  const writing = Promise.all(
    pages.map(async (page, person) => {
      for (let word = 1; word <= each; word += 1) await say(page, `${person} says ${word}`)
    }),
  )
  for (let cut = 0; cut < 4; cut += 1) {
    const page = pages[cut % 2] ?? fail('There are two.')
    await page.context().setOffline(true)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await page.context().setOffline(false)
  }
  await writing
  await expect.poll(async () => (await wordsOf(talk)).length, { timeout: 60_000 }).toBe(each * 2)
  const said = await wordsOf(talk)
  for (const person of [0, 1]) {
    const own = said.filter((words) => words.startsWith(`${person} says`))
    expect(own).toEqual(Array.from({ length: each }, (_, word) => `${person} says ${word + 1}`))
  }
  for (const page of pages) await expect(bubbles(page)).toHaveText(said, { timeout: 30_000 })
  await Promise.all(contexts.map((context) => context.close()))
})
