import type { Browser, Locator } from '@playwright/test'
import { expect, test } from './support/test.ts'
import {
  messageBox,
  bubbles,
  newConversation,
  sendMessage,
  takePageErrors,
  type TestConversation,
  messagesOf,
} from './support/conversations.ts'

test.afterEach(() => expect(takePageErrors()).toEqual([]))

/** Opens the conversation for the two users, each in a separate browser context. */
async function openForBoth(browser: Browser, conversation: TestConversation) {
  const contexts = await Promise.all([
    conversation.facility.open(browser),
    conversation.contractor.open(browser),
  ])
  const [facilityPage, contractorPage] = await Promise.all(
    contexts.map(async (context) => {
      const page = await context.newPage()
      await page.goto(conversation.path)
      await expect(messageBox(page)).toBeEnabled()
      return page
    }),
  )
  if (!facilityPage || !contractorPage) throw new Error('Two people open two pages.')
  const closePages = () => Promise.all(contexts.map((context) => context.close()))
  return { facilityPage, contractorPage, closePages }
}

// @covers 2.route.chat-job 2.chat.box-and-send 2.chat.live 2.chat.typing
test('two users talk, see each other type, and see read messages @gate', async ({ browser }) => {
  const conversation = await newConversation()
  const { facilityPage, contractorPage, closePages } = await openForBoth(browser, conversation)
  const panel = facilityPage.getByRole('region', { name: 'Conversation' })
  expect((await panel.boundingBox())?.height).toBe(600)
  await sendMessage(facilityPage, 'When can you come?')
  await expect(bubbles(contractorPage)).toHaveText(['When can you come?'])
  await expect(facilityPage.getByText('Read')).toBeVisible()
  await expect(async () => {
    await messageBox(contractorPage).pressSequentially('O')
    await expect(facilityPage.getByText('Omar Haddad is typing…')).toBeVisible({ timeout: 1000 })
  }).toPass()
  const startedAt = Date.now()
  // The indicator disappears after two seconds. The third second is for a busy machine.
  await expect.poll(() => facilityPage.getByText('is typing…').count(), { intervals: [50] }).toBe(0)
  expect(Date.now() - startedAt).toBeLessThan(3000)
  await sendMessage(contractorPage, 'On Monday at eight.')
  await expect(bubbles(facilityPage)).toHaveText(['When can you come?', 'On Monday at eight.'])
  await expect(messageBox(contractorPage)).toHaveValue('')
  await closePages()
})

// @covers 2.chat.height 9.chat.600-px
test('the panel is 600 px high on a desktop, and full screen on a phone', async ({ browser }) => {
  const conversation = await newConversation()
  const page = await (await conversation.facility.open(browser)).newPage()
  await page.goto(conversation.path)
  await expect(messageBox(page)).toBeEnabled()
  const panel = page.getByRole('region', { name: 'Conversation' })
  expect((await panel.boundingBox())?.height).toBe(600)
  await page.setViewportSize({ width: 360, height: 740 })
  const bottom = page.getByRole('navigation', { name: 'Main, at the bottom' })
  const bottomEdges = async () => {
    const { y = 0, height = 0 } = (await panel.boundingBox()) ?? {}
    return [y, y + height - ((await bottom.boundingBox())?.y ?? 0)]
  }
  // The panel begins below the top bar of 56 pixels, and overlaps the bottom bar by one pixel.
  await expect.poll(bottomEdges).toEqual([56, 1])
  await page.context().close()
})

test('the keyboard alone leads from the inbox to a reply, and to its actions', async ({
  browser,
}) => {
  const conversation = await newConversation()
  const page = await (await conversation.facility.open(browser)).newPage()
  await page.goto('/inbox')
  await page.getByRole('link', { name: 'Omar Haddad' }).waitFor()
  const pressTabUntil = async (target: Locator) => {
    await expect(async () => {
      await page.keyboard.press('Tab')
      await expect(target).toBeFocused({ timeout: 1 })
    }).toPass({ intervals: [0] })
  }
  await pressTabUntil(page.getByRole('link', { name: 'Omar Haddad' }))
  await page.keyboard.press('Enter')
  await expect(messageBox(page)).toBeEnabled()
  await pressTabUntil(page.getByRole('log'))
  await page.route('**/rest/v1/messages*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { code: 'XX000', message: 'Something broke.' } })
      : route.fallback(),
  )
  await pressTabUntil(messageBox(page))
  await page.keyboard.type('By keys')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText('Not sent')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Conversations' })).toContainText('Not sent: By keys')
  await page.unrouteAll()
  await page.getByRole('log').focus()
  await pressTabUntil(page.getByRole('button', { name: 'Retry' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  expect(await messagesOf(conversation)).toEqual(['By keys'])
  await page.context().close()
})
