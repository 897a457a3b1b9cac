// Tests a conversation of two users whose connections are cut and whose server is killed.
import type { Browser, Page } from '@playwright/test'
import { createClient, type Session } from '@supabase/supabase-js'
import type { Database } from '../../contract/database.ts'
import { startCuttingProxy } from '../support/cutting-proxy.ts'
import { liftLimitsOn } from '../support/lift-limits.ts'
import { auth } from './support/accounts.ts'
import { withDatabase } from './support/database.ts'
import { createOwnServer, type OwnServer } from './support/own-server.ts'
import { password, people } from './support/people.ts'
import { messageBox, bubbles, sendMessage } from './support/conversations.ts'
import { expect, test } from './support/test.ts'

/** The user with two tabs switches to the other tab after `messagesPerTab` messages. */
const messagesPerUser = 120
const messagesPerTab = 10
const timeoutMs = 90_000

test('nothing is lost, repeated or reordered on any screen', async ({ browser }) => {
  test.setTimeout(240_000)
  const server = await createOwnServer()
  await server.start()
  await withDatabase(liftLimitsOn, server.dataFolder)
  const conversation = await newConversationOn(server)
  const proxy = await startCuttingProxy(Number(new URL(server.url).port))
  const openAll = (session: Session, tabs: number) => openTabs(browser, session, proxy.url, tabs)
  const tabs = await openAll(conversation.facility.session, 2)
  const otherTabs = await openAll(conversation.contractor.session, 1)
  const pages = [...tabs, ...otherTabs]
  for (const page of pages) {
    await page.goto(`/chat/job/${conversation.jobId}`)
    await expect(messageBox(page)).toBeEnabled()
  }
  proxy.startCutting()
  const writing = Promise.all([sendMessages(tabs, 'Ruth'), sendMessages(otherTabs, 'Omar')])
  await waitForCount(conversation, messagesPerUser * 0.5)
  await server.kill()
  await server.start()
  await waitForCount(conversation, messagesPerUser)
  await server.stop()
  await server.start()
  await writing
  await waitForCount(conversation, messagesPerUser * 2)
  for (const page of pages) await expect.poll(() => unsentOf(page), { timeout: timeoutMs }).toBe(0)
  const sent = await sentMessages(conversation)
  for (const name of ['Ruth', 'Omar']) {
    expect(sent.filter((content) => content.startsWith(name))).toEqual(messagesFrom(name))
  }
  for (const page of pages) await expect(bubbles(page)).toHaveText(sent, { timeout: timeoutMs })
  expect(proxy.cutCount()).toBeGreaterThanOrEqual(3)
  for (const page of pages) await page.context().close()
  proxy.close()
  await server.remove()
})

const messagesFrom = (name: string) =>
  Array.from({ length: messagesPerUser }, (_, index) => `${name} ${index + 1}`)

async function sendMessages(tabs: Page[], name: string) {
  for (const [index, content] of messagesFrom(name).entries()) {
    const page = tabs[Math.floor(index / messagesPerTab) % tabs.length]
    if (page) await sendMessage(page, content)
  }
}

const unsentOf = (page: Page) =>
  page.evaluate(
    () => Object.keys(localStorage).filter((key) => /^kept:[^:]+:outgoing:/.test(key)).length,
  )

async function openTabs(browser: Browser, session: Session, baseURL: string, tabs: number) {
  const entry = { name: 'sb-127-auth-token', value: JSON.stringify(session) }
  const origins = [{ origin: baseURL, localStorage: [entry] }]
  const context = await browser.newContext({ baseURL, storageState: { cookies: [], origins } })
  return Promise.all(Array.from({ length: tabs }, () => context.newPage()))
}

/** Creates a job of the demo's facility and awards it to the demo's contractor. */
async function newConversationOn({ url }: OwnServer) {
  const facility = await signedInAt(url, people.facility.email)
  const contractor = await signedInAt(url, people.contractor.email)
  const content = { title: 'Mend the gate', description: 'It does not close.', budget: 1200 }
  const { data: job } = await facility.client
    .from('jobs')
    .insert({ ...content, facility_id: facility.session.user.id })
    .select('id')
    .single()
    .throwOnError()
  const { data: bid } = await contractor.client
    .from('bids')
    .insert({ job_id: job.id, contractor_id: contractor.session.user.id, amount: 900 })
    .select('id')
    .single()
    .throwOnError()
  const award = { selected_bid_id: bid.id, job_id: job.id }
  await facility.client.rpc('accept_and_reject_bids', award).throwOnError()
  return { facility, contractor, jobId: job.id }
}

type ConversationOnServer = Awaited<ReturnType<typeof newConversationOn>>

async function signedInAt(url: string, email: string) {
  const config: unknown = await (await fetch(`${url}/config.json`)).json()
  const key = typeof config === 'object' && config ? String(Reflect.get(config, 'anonKey')) : ''
  const client = createClient<Database>(url, key, { auth })
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { client, session: data.session }
}

async function sentMessages({ facility, jobId }: ConversationOnServer) {
  const sent = facility.client.from('messages').select('content').eq('job_id', jobId)
  const { data } = await sent.order('seq').throwOnError()
  return data.map(({ content }) => content)
}

/** Waits until the server is up and has at least this many messages. */
async function waitForCount(conversation: ConversationOnServer, count: number) {
  const known = () =>
    sentMessages(conversation).then(
      ({ length }) => length,
      () => 0,
    )
  await expect.poll(known, { timeout: timeoutMs }).toBeGreaterThanOrEqual(count)
}
