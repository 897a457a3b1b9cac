import type { Browser, Locator } from '@playwright/test'
import { expect, test } from './support/test.ts'
import {
  messageBox,
  bubbles,
  newConversation,
  say,
  takePageErrors,
  type TestConversation,
  messagesOf,
} from './support/conversations.ts'

test.afterEach(() => expect(takePageErrors()).toEqual([]))

/** Opens the conversation for both users, each in a separate browser context. */
async function bothIn(browser: Browser, talk: TestConversation) {
  const contexts = await Promise.all([talk.facility.open(browser), talk.contractor.open(browser)])
  const [here, there] = await Promise.all(
    contexts.map(async (context) => {
      const page = await context.newPage()
      await page.goto(talk.path)
      await expect(messageBox(page)).toBeEnabled()
      return page
    }),
  )
  if (!here || !there) throw new Error('Two people open two pages.')
  const leave = () => Promise.all(contexts.map((context) => context.close()))
  return { here, there, leave }
}

// @covers 2.route.chat-job 2.chat.box-and-send 2.chat.live 2.chat.typing
test('two users talk, see each other type, and see read messages @gate', async ({ browser }) => {
  const talk = await newConversation()
  const { here, there, leave } = await bothIn(browser, talk)
  const panel = here.getByRole('region', { name: 'Conversation' })
  expect((await panel.boundingBox())?.height).toBe(600)
  await say(here, 'When can you come?')
  await expect(bubbles(there)).toHaveText(['When can you come?'])
  await expect(here.getByText('Read')).toBeVisible()
  await expect(async () => {
    await messageBox(there).pressSequentially('O')
    await expect(here.getByText('Omar Haddad is typing…')).toBeVisible({ timeout: 1000 })
  }).toPass()
  const begun = Date.now()
  // The indicator disappears two seconds after the last key, or later on a busy machine.
  await expect.poll(() => here.getByText('is typing…').count(), { intervals: [50] }).toBe(0)
  expect(Date.now() - begun).toBeLessThan(3000)
  await say(there, 'On Monday at eight.')
  await expect(bubbles(here)).toHaveText(['When can you come?', 'On Monday at eight.'])
  await expect(messageBox(there)).toHaveValue('')
  await leave()
})

// @covers 2.chat.height 9.chat.600-px
test('the panel is 600 px high on a desktop, and full screen on a phone', async ({ browser }) => {
  const talk = await newConversation()
  const page = await (await talk.facility.open(browser)).newPage()
  await page.goto(talk.path)
  await expect(messageBox(page)).toBeEnabled()
  const panel = page.getByRole('region', { name: 'Conversation' })
  expect((await panel.boundingBox())?.height).toBe(600)
  await page.setViewportSize({ width: 360, height: 740 })
  const bottom = page.getByRole('navigation', { name: 'Main, at the bottom' })
  const edges = async () => {
    const { y = 0, height = 0 } = (await panel.boundingBox()) ?? {}
    return [y, y + height - ((await bottom.boundingBox())?.y ?? 0)]
  }
  // The panel begins below the top bar. At the bottom, its border of one pixel overlaps the bottom bar.
  await expect.poll(edges).toEqual([56, 1])
  await page.context().close()
})

test('the keyboard alone leads from the inbox to a reply, and to its actions', async ({
  browser,
}) => {
  const talk = await newConversation()
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
  await expect(messageBox(page)).toBeEnabled()
  await tabTo(page.getByRole('log'))
  await page.route('**/rest/v1/messages*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { code: 'XX000', message: 'Something broke.' } })
      : route.fallback(),
  )
  await tabTo(messageBox(page))
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
