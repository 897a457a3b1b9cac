// Measures chat in Chromium. The first measurement is the time from the Enter key until another
// user's page shows the message. The second is the time that a long conversation takes to open.
// Writes bench/results/chat.md.
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { Pool } from 'pg'
import { z } from 'zod'
import type { Database } from '../contract/database.ts'
import { liftLimitsOn } from '../tests/support/lift-limits.ts'
import { type Server, startServer } from '../tests/support/server.ts'
import { measureOpenings } from './long-chat.ts'

const messageCount = 50
const warmUp = 5

/**
 * This script records when Enter was pressed and when each message became visible. The times are
 * comparable between pages, because all pages use the same clock.
 */
const recordTimesScript = `
  const now = () => performance.timeOrigin + performance.now()
  window.pressed = 0
  window.shown = {}
  addEventListener('keydown', ({ key }) => { if (key === 'Enter') window.pressed = now() }, true)
  new MutationObserver(() => {
    for (const bubble of document.querySelectorAll('[data-message]')) window.shown[bubble.textContent] ??= now()
  }).observe(document, { childList: true, subtree: true })
`

/** @param executablePath  The path of Chromium. */
export async function measureChat(executablePath: string) {
  const [load = 0] = loadavg()
  const server = await startServer()
  const browser = await chromium.launch({ executablePath, args: browserArguments() })
  const pool = new Pool(server.connection)
  try {
    await liftLimitsOn(pool)
    const facility = await signIn(server, 'facility@mendwell.test')
    const contractor = await signIn(server, 'contractor@mendwell.test')
    const path = `/chat/job/${await awardJob(facility, contractor)}`
    const senderPage = await openChat(browser, server, facility, path)
    const receiverPage = await openChat(browser, server, contractor, path)
    const delays: number[] = []
    for (let count = 0; count < warmUp + messageCount; count += 1) {
      const delay = await measureDelay(senderPage, receiverPage, `Message ${count}`)
      if (count >= warmUp) delays.push(delay)
    }
    const longChatJob = await awardJob(facility, contractor)
    const openings = await measureOpenings(senderPage, pool, longChatJob, `${server.url}/inbox`)
    const report = reportOf(delays, openings, load)
    await writeFile(new URL('results/chat.md', import.meta.url), report)
    process.stdout.write(report)
  } finally {
    await browser.close()
    await pool.end()
    await server.stop()
  }
}

function browserArguments() {
  return process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu']
}

async function measureDelay(senderPage: Page, receiverPage: Page, text: string) {
  await messageBox(senderPage).fill(text)
  await messageBox(senderPage).press('Enter')
  const shown = receiverPage.getByRole('log').getByText(text, { exact: true })
  await shown.waitFor()
  const pressed = z.number().parse(await senderPage.evaluate('window.pressed'))
  return (
    z.number().parse(await receiverPage.evaluate(`window.shown[${JSON.stringify(text)}]`)) - pressed
  )
}

const messageBox = (page: Page) => page.getByRole('textbox', { name: 'Message' })

async function openChat(browser: Browser, { url }: Server, { session }: Person, path: string) {
  const entry = { name: 'sb-127-auth-token', value: JSON.stringify(session) }
  const origins = [{ origin: url, localStorage: [entry] }]
  const context = await browser.newContext({ storageState: { cookies: [], origins } })
  const page = await context.newPage()
  await page.addInitScript(recordTimesScript)
  await page.goto(url + path)
  await page.locator('textarea:enabled').waitFor()
  return page
}

type Person = Awaited<ReturnType<typeof signIn>>

async function signIn({ url, dataFolder }: Server, email: string) {
  const secrets: unknown = JSON.parse(await readFile(join(dataFolder, 'secrets.json'), 'utf8'))
  const { anonKey } = z.object({ anonKey: z.string() }).parse(secrets)
  const auth = { persistSession: false, autoRefreshToken: false }
  const client = createClient<Database>(url, anonKey, { auth })
  const { data, error } = await client.auth.signInWithPassword({
    email,
    password: 'Mendwell-demo-1',
  })
  if (error) throw error
  return { client, session: data.session }
}

/**
 * Creates a job and awards it to the contractor. After the award, the facility and the contractor may
 * write messages to each other.
 */
async function awardJob(facility: Person, contractor: Person) {
  const text = { title: 'Mend the gate', description: 'It does not close.', budget: 1200 }
  const { data: job } = await facility.client
    .from('jobs')
    .insert({ ...text, facility_id: facility.session.user.id })
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
  return job.id
}

function figuresOf(delays: number[]) {
  const sorted = delays.toSorted((a, b) => a - b)
  const percentile = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)
  return `${percentile(0.5)} | ${percentile(0.9)} | ${(sorted.at(-1) ?? 0).toFixed(0)}`
}

function reportOf(delays: number[], openings: number[], load: number) {
  return `# The delay of a chat message

Written by \`npm run bench -- chat\` on ${new Date().toISOString().slice(0, 10)}.

Two users in one Chromium, each in a window, on one server with its embedded PostgreSQL, share ${cpus().length} cores. The time of a
message runs from Enter on one page until the other page shows it, for ${messageCount} messages one after another, after ${warmUp} for
warm-up. The bar: a median of at most 200 ms. The time of an opening runs from the click in the inbox to the newest of
10,000 messages. The bar: under a second.

The load average in the minute before was ${load.toFixed(1)}. Other load makes the times longer.

| | median ms | p90 ms | longest ms |
|---|---:|---:|---:|
| a message | ${figuresOf(delays)} |
| an opening | ${figuresOf(openings)} |
`
}
