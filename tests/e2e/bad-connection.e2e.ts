// Two users write to each other, and one of them uses two tabs. Meanwhile their connections are cut, and the server is
// killed and restarted.
import type { Browser, Page } from '@playwright/test'
import { createClient, type Session } from '@supabase/supabase-js'
import type { Database } from '../../contract/database.ts'
import { startCuttingProxy } from '../support/cutting-proxy.ts'
import { liftLimitsOn } from '../support/lift-limits.ts'
import { auth } from './support/accounts.ts'
import { withDatabase } from './support/database.ts'
import { createOwnServer, type OwnServer } from './support/own-server.ts'
import { password, people } from './support/people.ts'
import { messageBox, bubbles, say } from './support/conversations.ts'
import { expect, test } from './support/test.ts'

/** The number of messages of each user. The user with two tabs switches between them after every ten messages. */
const each = 120
const inOneTab = 10
const patience = 90_000

test('nothing is lost, repeated or reordered on any screen', async ({ browser }) => {
  test.setTimeout(240_000)
  const product = await createOwnServer()
  await product.start()
  await withDatabase(liftLimitsOn, product.dataFolder)
  const talk = await newTalkOn(product)
  const proxy = await startCuttingProxy(Number(new URL(product.url).port))
  const openAll = (session: Session, tabs: number) => openTabs(browser, session, proxy.url, tabs)
  const tabs = await openAll(talk.facility.session, 2)
  const others = await openAll(talk.contractor.session, 1)
  const pages = [...tabs, ...others]
  for (const page of pages) {
    await page.goto(`/chat/job/${talk.jobId}`)
    await expect(messageBox(page)).toBeEnabled()
  }
  proxy.startCutting()
  const writing = Promise.all([write(tabs, 'Ruth'), write(others, 'Omar')])
  await isAt(talk, each * 0.5)
  await product.kill()
  await product.start()
  await isAt(talk, each)
  await product.stop()
  await product.start()
  await writing
  await isAt(talk, each * 2)
  for (const page of pages) await expect.poll(() => unsentOf(page), { timeout: patience }).toBe(0)
  const said = await saidIn(talk)
  for (const name of ['Ruth', 'Omar']) {
    expect(said.filter((words) => words.startsWith(name))).toEqual(wordsOf(name))
  }
  for (const page of pages) await expect(bubbles(page)).toHaveText(said, { timeout: patience })
  expect(proxy.cutCount()).toBeGreaterThanOrEqual(3)
  for (const page of pages) await page.context().close()
  proxy.close()
  await product.remove()
})

const wordsOf = (name: string) => Array.from({ length: each }, (_, place) => `${name} ${place + 1}`)

async function write(tabs: Page[], name: string) {
  for (const [place, words] of wordsOf(name).entries()) {
    const page = tabs[Math.floor(place / inOneTab) % tabs.length]
    if (page) await say(page, words)
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
async function newTalkOn({ url }: OwnServer) {
  const facility = await signedInAt(url, people.facility.email)
  const contractor = await signedInAt(url, people.contractor.email)
  const words = { title: 'Mend the gate', description: 'It does not close.', budget: 1200 }
  const { data: job } = await facility.client
    .from('jobs')
    .insert({ ...words, facility_id: facility.session.user.id })
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

type TalkHere = Awaited<ReturnType<typeof newTalkOn>>

async function signedInAt(url: string, email: string) {
  const config: unknown = await (await fetch(`${url}/config.json`)).json()
  const key = typeof config === 'object' && config ? String(Reflect.get(config, 'anonKey')) : ''
  const client = createClient<Database>(url, key, { auth })
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { client, session: data.session }
}

async function saidIn({ facility, jobId }: TalkHere) {
  const said = facility.client.from('messages').select('content').eq('job_id', jobId)
  const { data } = await said.order('seq').throwOnError()
  return data.map(({ content }) => content)
}

/** Waits until the server has this many messages. While the server is down, the count is 0. */
async function isAt(talk: TalkHere, count: number) {
  const known = () =>
    saidIn(talk).then(
      ({ length }) => length,
      () => 0,
    )
  await expect.poll(known, { timeout: patience }).toBeGreaterThanOrEqual(count)
}
