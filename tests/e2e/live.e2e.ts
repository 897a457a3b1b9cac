import type { Page, WebSocketRoute } from '@playwright/test'
import { newAccount } from './support/accounts.ts'
import { writeToFacility } from './support/messages.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

/** This page has no subscriptions except those that every page has. */
const quietPage = '/settings'
/** Every page subscribes to two topics, messages and notices, because it shows their counts. */
const topicCount = 2

const badge = (page: Page) => page.getByRole('link', { name: /^Inbox \d+ unread$/ }).first()

async function unreadOn(page: Page) {
  return Number(/\d+/.exec(await badge(page).innerText())?.[0])
}

/** Routes the page's WebSocket through a connection that the test can cut. */
async function watchConnection(page: Page) {
  const open: WebSocketRoute[] = []
  const connection = {
    isDown: false,
    joins: 0,
    cut: () => Promise.all(open.map((socket) => socket.close())),
  }
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
    if (connection.isDown) return void socket.close()
    open.push(socket)
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (/Subscribed to PostgreSQL/.test(String(message))) connection.joins += 1
      socket.send(message)
    })
  })
  return connection
}

test('the badge of the inbox follows a message @gate', async ({ signInAs }) => {
  const page = await signInAs('facility')
  const connection = await watchConnection(page)
  await page.goto(quietPage)
  await expect.poll(() => connection.joins).toBe(topicCount)
  const before = await unreadOn(page)
  await writeToFacility('The compressor is on its way.')
  await expect.poll(() => unreadOn(page)).toBe(before + 1)
})

test('changes during a lost connection appear after it @gate', async ({ signInAs }) => {
  const page = await signInAs('facility')
  const connection = await watchConnection(page)
  await page.goto(quietPage)
  await expect.poll(() => connection.joins).toBe(topicCount)
  const before = await unreadOn(page)
  connection.isDown = true
  await connection.cut()
  await writeToFacility('It has arrived.')
  await expect(page.getByText('Reconnecting…')).toBeVisible({ timeout: 10_000 })
  expect(await unreadOn(page)).toBe(before)
  connection.isDown = false
  await expect.poll(() => unreadOn(page), { timeout: 15_000 }).toBe(before + 1)
  await expect(page.getByText('Reconnecting…')).toBeHidden()
})

test('a page without a network says so, and refreshes when it is back', async ({
  signInAs,
  context,
  pageErrors,
}) => {
  const page = await signInAs('facility')
  const connection = await watchConnection(page)
  await page.goto(quietPage)
  await expect.poll(() => connection.joins).toBe(topicCount)
  const before = await unreadOn(page)
  await context.setOffline(true)
  await expect(page.getByText("You're offline.")).toBeVisible()
  connection.isDown = true
  await connection.cut()
  await writeToFacility('Nobody was at the door.')
  await context.setOffline(false)
  await expect.poll(() => unreadOn(page)).toBe(before + 1)
  await expect(page.getByText("You're offline.")).toBeHidden()
  pageErrors.splice(0)
})

test('the socket of every tab closes with the session', async ({ context, page }) => {
  const { email, password } = await newAccount()
  await page.goto('/login')
  const opened = page.waitForEvent('websocket')
  await signIn(page, email, password)
  const socket = await opened
  const otherPage = await context.newPage()
  await otherPage.goto('/settings')
  const closed = socket.waitForEvent('close')
  await otherPage.getByRole('button', { name: /^Account of/ }).click()
  await otherPage.getByRole('menuitem', { name: 'Log out' }).click()
  await closed
  await expect(page).toHaveURL(/\/login/)
})
