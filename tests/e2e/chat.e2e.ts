import type { Browser, Locator } from '@playwright/test'
import { expect, test } from './support/test.ts'
import {
  box,
  bubbles,
  finish,
  newTalk,
  newWriter,
  say,
  takeComplaints,
  type Talk,
  messagesOf,
  write,
} from './support/conversations.ts'

test.afterEach(() => expect(takeComplaints()).toEqual([]))

/** Both users open the conversation, each in a browser. */
async function bothIn(browser: Browser, talk: Talk) {
  const contexts = await Promise.all([talk.facility.open(browser), talk.contractor.open(browser)])
  const [here, there] = await Promise.all(
    contexts.map(async (context) => {
      const page = await context.newPage()
      await page.goto(talk.path)
      await expect(box(page)).toBeEnabled()
      return page
    }),
  )
  if (!here || !there) throw new Error('Two people open two pages.')
  const leave = () => Promise.all(contexts.map((context) => context.close()))
  return { here, there, leave }
}

test('two users talk, see each other type, and see read messages @gate', async ({ browser }) => {
  const talk = await newTalk()
  const { here, there, leave } = await bothIn(browser, talk)
  const panel = here.getByRole('region', { name: 'Conversation' })
  expect((await panel.boundingBox())?.height).toBe(600)
  await say(here, 'When can you come?')
  await expect(bubbles(there)).toHaveText(['When can you come?'])
  await expect(here.getByText('Read')).toBeVisible()
  await expect(async () => {
    await box(there).pressSequentially('O')
    await expect(here.getByText('Omar Haddad is typing…')).toBeVisible({ timeout: 1000 })
  }).toPass()
  const begun = Date.now()
  // The indicator ends after two seconds, plus the delay of a busy machine.
  await expect.poll(() => here.getByText('is typing…').count(), { intervals: [50] }).toBe(0)
  expect(Date.now() - begun).toBeLessThan(3000)
  await say(there, 'On Monday at eight.')
  await expect(bubbles(here)).toHaveText(['When can you come?', 'On Monday at eight.'])
  await expect(box(there)).toHaveValue('')
  await leave()
})

test('Enter sends, Shift+Enter starts a line, and spaces alone are not sent', async ({
  browser,
}) => {
  const talk = await newTalk()
  const page = await (await talk.facility.open(browser)).newPage()
  await page.goto(talk.path)
  await box(page).fill('   \n  ')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await box(page).press('Enter')
  await box(page).fill('  First line')
  await box(page).press('Shift+Enter')
  await box(page).pressSequentially('second line  ')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(box(page)).toBeFocused()
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  expect(await messagesOf(talk)).toEqual(['First line\nsecond line'])
  await page.context().close()
})

test('4,001 characters are counted and kept, and 4,000 are sent @gate', async ({ browser }) => {
  const talk = await newTalk()
  const page = await (await talk.facility.open(browser)).newPage()
  await page.goto(talk.path)
  // Each emoji is two UTF-16 units in the browser and one character on the server.
  const longest = '🔧'.repeat(4000)
  await box(page).fill(`${longest}!`)
  await expect(page.getByText('1 character over the limit of 4,000.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await box(page).press('Enter')
  await expect(box(page)).toHaveValue(`${longest}!`)
  await say(page, longest)
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  expect(await messagesOf(talk)).toEqual([longest])
  await page.context().close()
})

test('text stays text, whatever its content, and only plain addresses become links', async ({
  browser,
}) => {
  const talk = await newTalk()
  const page = await (await talk.facility.open(browser)).newPage()
  await page.goto(talk.path)
  const markup = '<img src=x onerror="document.title=`taken`"> **bold** &amp;'
  const words = [
    markup,
    'متى يمكنك القدوم؟',
    '👩🏽‍🔧 done',
    'See https://example.test/a?b=1. Not javascript:alert(1)',
    'https://bank.test@other.test/',
  ]
  for (const content of words) await write(talk.contractor, talk.facility, talk.jobId, content)
  await expect(bubbles(page)).toHaveText(words)
  expect(await page.title()).not.toContain('taken')
  expect(
    await bubbles(page)
      .nth(1)
      .evaluate((element) => getComputedStyle(element).direction),
  ).toBe('rtl')
  const links = page.getByRole('log').getByRole('link')
  await expect(links).toHaveText(['https://example.test/a?b=1'])
  await expect(links).toHaveAttribute('href', 'https://example.test/a?b=1')
  await expect(links).toHaveAttribute('rel', /noopener nofollow/)
  await page.context().close()
})

test('a job that ends while somebody types closes the composer and keeps the text @gate', async ({
  browser,
}) => {
  const talk = await newTalk()
  const page = await (await talk.facility.open(browser)).newPage()
  await page.goto(talk.path)
  const about = page.getByRole('complementary', { name: 'About this conversation' })
  for (const fact of ['Omar Haddad', 'Mend the gate', 'In progress', '$1,200.00']) {
    await expect(about.getByText(fact)).toBeVisible()
  }
  await box(page).fill('One more thing')
  await finish(talk)
  await expect(page.getByRole('alert')).toHaveText(
    'This job is marked as finished. Messaging is disabled.',
  )
  await expect(box(page)).toBeDisabled()
  await expect(box(page)).toHaveValue('One more thing')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await expect(about.getByText('Finished')).toBeVisible()
  await page.context().close()
})

test('the panel is 600 px high on a desktop, and full screen on a phone', async ({ browser }) => {
  const talk = await newTalk()
  const page = await (await talk.facility.open(browser)).newPage()
  await page.goto(talk.path)
  await expect(box(page)).toBeEnabled()
  const panel = page.getByRole('region', { name: 'Conversation' })
  expect((await panel.boundingBox())?.height).toBe(600)
  await page.setViewportSize({ width: 360, height: 740 })
  const bottom = page.getByRole('navigation', { name: 'Main, at the bottom' })
  const edges = async () => {
    const { y = 0, height = 0 } = (await panel.boundingBox()) ?? {}
    return [y, y + height - ((await bottom.boundingBox())?.y ?? 0)]
  }
  // The line above the bottom bar is directly next to it.
  await expect.poll(edges).toEqual([56, 1])
  await page.context().close()
})

test('the keyboard alone leads from the inbox to a reply, and to its actions', async ({
  browser,
}) => {
  const talk = await newTalk()
  const page = await (await talk.facility.open(browser)).newPage()
  await page.goto('/inbox')
  await page.getByRole('link', { name: 'Mend the gate' }).waitFor()
  const tabTo = async (target: Locator) => {
    await expect(async () => {
      await page.keyboard.press('Tab')
      await expect(target).toBeFocused({ timeout: 1 })
    }).toPass({ intervals: [0] })
  }
  await tabTo(page.getByRole('link', { name: 'Mend the gate' }))
  await page.keyboard.press('Enter')
  await expect(box(page)).toBeEnabled()
  await tabTo(page.getByRole('log'))
  await page.route('**/rest/v1/messages*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { code: 'XX000', message: 'Something broke.' } })
      : route.fallback(),
  )
  await tabTo(box(page))
  await page.keyboard.type('By keys')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText('Not sent')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Conversations' })).toContainText('Not sent: By keys')
  await page.unrouteAll()
  await page.getByRole('log').focus()
  await tabTo(page.getByRole('button', { name: 'Retry' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  expect(await messagesOf(talk)).toEqual(['By keys'])
  await page.context().close()
})

test("a conversation of others shows only that it can't be loaded @gate", async ({ browser }) => {
  const talk = await newTalk()
  await write(talk.contractor, talk.facility, talk.jobId, 'Between the two of us')
  const stranger = await newWriter('contractor', 'Sam Stranger')
  const page = await (await stranger.open(browser)).newPage()
  const places = {
    [talk.path]: 'Unable to load job.',
    [`${talk.path}?with=${talk.contractor.id}`]: 'Unable to load job.',
    '/chat/job/nothing': 'Unable to load job.',
    [`/chat/consultation/${talk.jobId}`]: 'Unable to load consultation.',
  }
  for (const [path, words] of Object.entries(places)) {
    await page.goto(path)
    await expect(page.getByRole('alert')).toHaveText(words)
    await expect(box(page)).toBeDisabled()
    await expect(page.getByText('Between the two of us')).toBeHidden()
  }
  await page.goto(`/chat/${talk.facility.id}`)
  await expect(page.getByText('No conversation with this person yet.')).toBeVisible()
  await page.context().close()
})

test('a facility without an award is told so, and can reply to contractors who wrote first @gate', async ({
  browser,
}) => {
  const facility = await newWriter('facility', 'Ruth Ellison')
  const contractor = await newWriter('contractor', 'Omar Haddad')
  const { data: job } = await facility.client
    .from('jobs')
    .insert({
      title: 'Mend the roof',
      description: 'It leaks.',
      budget: 900,
      facility_id: facility.id,
    })
    .select('id')
    .single()
    .throwOnError()
  const bid = { job_id: job.id, contractor_id: contractor.id, amount: 800 }
  await contractor.client.from('bids').insert(bid).throwOnError()
  const page = await (await facility.open(browser)).newPage()
  await page.goto(`/chat/job/${job.id}`)
  await expect(page.getByRole('alert')).toHaveText('No accepted contractor bid found.')
  await page.goto(`/chat/job/${job.id}?with=${contractor.id}`)
  await expect(page.getByRole('alert')).toHaveText('No accepted contractor bid found.')
  await write(contractor, facility, job.id, 'May I look at it first?')
  await expect(page.getByText('May I look at it first?')).toBeVisible()
  await expect(box(page)).toBeEnabled()
  await say(page, 'Come on Friday.')
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  await page.context().close()
})

test('a user’s page links to the open conversation with them', async ({ browser }) => {
  const talk = await newTalk()
  const page = await (await talk.facility.open(browser)).newPage()
  await page.goto(`/chat/${talk.contractor.id}`)
  await expect(page).toHaveURL(new RegExp(`/chat/job/${talk.jobId}`))
  await expect(box(page)).toBeEnabled()
  await page.context().close()
})

test('times come from the server, whatever the clock of the device shows', async ({ browser }) => {
  const talk = await newTalk()
  const page = await (await talk.facility.open(browser)).newPage()
  await page.clock.setFixedTime('2031-02-03T04:05:06Z')
  await page.goto(talk.path)
  await write(talk.contractor, talk.facility, talk.jobId, 'First')
  await expect(bubbles(page)).toHaveText(['First'])
  const { data } = await talk.facility.client
    .from('messages')
    .select('created_at')
    .eq('job_id', talk.jobId)
  await expect(page.getByRole('log').locator('time')).toHaveAttribute(
    'datetime',
    String(data?.[0]?.created_at),
  )
  await page.context().close()
})
