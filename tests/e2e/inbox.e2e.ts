import type { Page } from '@playwright/test'
import { inDatabase } from './support/database.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'
import {
  box,
  bubbles,
  finish,
  newTalk,
  newWriter,
  takeComplaints,
  insertManyMessages,
  write,
} from './support/conversations.ts'
import { noteTones, tonesOf } from './support/tones.ts'

test.afterEach(() => expect(takeComplaints()).toEqual([]))

const threads = (page: Page) => page.getByRole('list', { name: 'Conversations' })

test('a newcomer has no conversations, and sees how they begin', async ({ browser }) => {
  const newcomer = await newWriter('consultant', 'Kim Adler')
  const page = await (await newcomer.open(browser)).newPage()
  await page.goto('/inbox')
  await expect(page.getByText('No active conversations.')).toBeVisible()
  await expectAccessible(page)
  await page.context().close()
})

test('the list follows new messages, and its badge agrees with that of the frame @gate', async ({
  browser,
}) => {
  const talk = await newTalk()
  await inDatabase(
    "update public.conversations set created_at = now() - interval '3 days' where job_id = $1",
    [talk.jobId],
  )
  const page = await (await talk.facility.open(browser)).newPage()
  await page.goto('/inbox')
  const row = threads(page).getByRole('listitem')
  await expect(row).toContainText('No messages yet.')
  await expect(row.getByText('3 days ago')).toBeVisible()
  await expect(page).toHaveTitle('Inbox · Mendwell')
  await write(talk.contractor, talk.facility, talk.jobId, 'Shall I bring a ladder?')
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

test('search and filters are in the address and can be cleared @gate', async ({ browser }) => {
  const talk = await newTalk()
  await write(talk.contractor, talk.facility, talk.jobId, 'Is 50% (fifty), at once, too much?')
  const page = await (await talk.facility.open(browser)).newPage()
  await page.goto('/inbox?q=nothing+such')
  await expect(page.getByText('No conversations found.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(threads(page).getByRole('listitem')).toHaveCount(1)
  const search = page.getByRole('searchbox', { name: 'Search conversations' })
  await search.fill('%%')
  await expect(page.getByText('No conversations found.')).toBeVisible()
  await search.fill('50% (fifty), at')
  await expect(page).toHaveURL(/q=/)
  await expect(threads(page).getByRole('listitem')).toHaveCount(1)
  for (const name of ['Unread', 'Needs reply']) {
    await page.getByRole('button', { name }).click()
    await expect(threads(page).getByRole('listitem')).toHaveCount(1)
  }
  await write(talk.facility, talk.contractor, talk.jobId, 'No.')
  await expect(page.getByText('No conversations found.')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/show=unread/)
  await page.context().close()
})

test('on a phone list and thread take turns, and a draft is marked @gate', async ({ browser }) => {
  const talk = await newTalk()
  const page = await (await talk.facility.open(browser)).newPage()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/inbox')
  await threads(page).getByRole('link').press('Enter')
  await expect(threads(page)).toBeHidden()
  await expect(page.getByRole('region', { name: 'Conversation', exact: true })).toBeFocused()
  await box(page).fill('Half a thought')
  await page.getByRole('link', { name: 'Back to conversations' }).press('Enter')
  await expect(threads(page)).toContainText('Draft: Half a thought')
  await expect(threads(page).getByRole('link')).toBeFocused()
  await threads(page).getByRole('link').click()
  await expect(box(page)).toHaveValue('Half a thought')
  await page.context().close()
})

test('an unread message sounds once and shows in the title, if the user wants that', async ({
  browser,
}) => {
  const talk = await newTalk()
  const context = await talk.facility.open(browser)
  const pages = [await context.newPage(), await context.newPage()] as const
  for (const page of pages) {
    await page.goto('/inbox')
    await threads(page).waitFor()
    await noteTones(page)
    await page.getByRole('searchbox').click()
  }
  const tones = () => tonesOf(...pages)
  await threads(pages[0]).getByRole('link').click()
  await write(talk.contractor, talk.facility, talk.jobId, 'Read at once')
  await expect(bubbles(pages[0])).toHaveText(['Read at once'])
  await pages[0].getByRole('link', { name: 'Inbox' }).first().click()
  await expect(pages[0].getByRole('region', { name: 'Conversation', exact: true })).toBeHidden()
  await write(talk.contractor, talk.facility, talk.jobId, 'Ping')
  await expect.poll(tones).toBe('oo')
  const settings = talk.facility.client.from('notification_settings')
  await settings.update({ sound: false }).eq('user_id', talk.facility.id).throwOnError()
  for (const page of pages) {
    await page.reload()
    await threads(page).waitFor()
    await page.getByRole('searchbox').click()
  }
  await write(talk.contractor, talk.facility, talk.jobId, 'Silent')
  for (const page of pages) await expect(threads(page).getByText('Silent')).toBeVisible()
  expect((await tones()).length).toBe(0)
  const [page] = pages
  await expect(page).toHaveTitle('(2) Inbox · Mendwell')
  await settings.update({ messages: false }).eq('user_id', talk.facility.id).throwOnError()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Inbox 2 unread' }).first()).toBeVisible()
  await expect(page).toHaveTitle('Inbox · Mendwell')
  await context.close()
})

test('inbox and chat are accessible, with long names, foreign scripts and under the banner', async ({
  browser,
}) => {
  const talk = await newTalk(['Ruth Ellison', `Omar ${'Haddad '.repeat(27)}`.trim()])
  await insertManyMessages(talk, 6)
  await write(talk.contractor, talk.facility, talk.jobId, 'متى يمكنك القدوم؟')
  await write(
    talk.contractor,
    talk.facility,
    talk.jobId,
    `https://example.test/${'long'.repeat(60)}`,
  )
  const page = await (await talk.facility.open(browser)).newPage()
  await page.goto('/inbox')
  await threads(page).waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Mend the gate' }).click()
  await expect(bubbles(page)).toHaveCount(8)
  await expectAccessible(page)
  await page.goto(talk.path)
  await expect(bubbles(page)).toHaveCount(8)
  await expectAccessible(page)
  await finish(talk)
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await page.context().close()
})
