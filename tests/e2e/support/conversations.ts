// Creates two users who may write to each other, and performs their actions.
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../contract/database.ts'
import { fetchAnonKey, auth, newAccount, url } from './accounts.ts'
import { isUnexpectedError } from './console-errors.ts'
import { withDatabase } from './database.ts'
import { newStoredSession } from './browser-storage.ts'

export interface Writer {
  id: string
  name: string
  client: SupabaseClient<Database>
  /** Returns a new browser context in which this user is signed in. */
  open: (browser: Browser) => Promise<BrowserContext>
}

export interface TestConversation {
  facility: Writer
  contractor: Writer
  jobId: string
  path: string
}

/** The browser itself logs these errors when a request is refused or a connection breaks. */
const connectionError = /^Failed to load resource: |^WebSocket connection to .* failed/
const pageErrors: string[] = []

/** Returns and removes the collected errors of all users' browsers. */
export const takePageErrors = () => pageErrors.splice(0)

export async function newWriter(role: string, name: string): Promise<Writer> {
  const account = await newAccount({ role, name })
  const client = createClient<Database>(url, await fetchAnonKey(), { auth })
  const { data, error } = await client.auth.signInWithPassword(account)
  if (error) throw error
  const open = async (browser: Browser) => {
    const origins = [{ origin: url, localStorage: [await newStoredSession(account)] }]
    const context = await browser.newContext({ storageState: { cookies: [], origins } })
    context.on('weberror', (webError) => pageErrors.push(webError.error().message))
    context.on('console', (message) => {
      if (isUnexpectedError(message, connectionError)) pageErrors.push(message.text())
    })
    return context
  }
  return { id: data.user.id, name, client, open }
}

/** Awards a job to a contractor, so that the facility and the contractor may write to each other. */
export async function newConversation(
  names = ['Ruth Ellison', 'Omar Haddad'],
): Promise<TestConversation> {
  const [facility, contractor] = await Promise.all([
    newWriter('facility', names[0] ?? ''),
    newWriter('contractor', names[1] ?? ''),
  ])
  const jobFields = { title: 'Mend the gate', description: 'It does not close.', budget: 1200 }
  const { data: job } = await facility.client
    .from('jobs')
    .insert({ ...jobFields, facility_id: facility.id })
    .select('id')
    .single()
    .throwOnError()
  const { data: bid } = await contractor.client
    .from('bids')
    .insert({ job_id: job.id, contractor_id: contractor.id, amount: 900 })
    .select('id')
    .single()
    .throwOnError()
  const award = { selected_bid_id: bid.id, job_id: job.id }
  await facility.client.rpc('accept_and_reject_bids', award).throwOnError()
  return { facility, contractor, jobId: job.id, path: `/chat/job/${job.id}` }
}

export async function sendMessageByApi(
  { client, id }: Writer,
  { id: to }: Writer,
  jobId: string,
  content: string,
) {
  const message = { job_id: jobId, sender_id: id, sender_name: '', recipient_id: to, content }
  await client.from('messages').insert(message).throwOnError()
}

export async function finishJob({ contractor, jobId }: TestConversation) {
  await contractor.client.from('jobs').update({ status: 'finished' }).eq('id', jobId).throwOnError()
}

/** Books a consultation of one hour that begins in one hour. */
export async function bookInOneHour(facility: Writer, consultant: Writer) {
  const { data } = await facility.client
    .from('consultations')
    .insert({
      facility_id: facility.id,
      consultant_id: consultant.id,
      scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
      duration_minutes: 60,
    })
    .select('id')
    .single()
    .throwOnError()
  return data.id
}

/** Moves the consultation into the past without an event, as when a consultation ends. */
export async function endWithoutEvent(consultationId: string) {
  await withDatabase(async (database) => {
    await database.query('begin; set local session_replication_role = replica')
    await database.query(
      `update public.consultations
       set scheduled_at = scheduled_at - interval '1 day', ends_at = ends_at - interval '1 day'
       where id = $1`,
      [consultationId],
    )
    await database.query('commit')
  })
}

/** Reads the messages on the server, in order. */
export async function messagesOf({ facility, jobId }: TestConversation) {
  const query = facility.client.from('messages').select('content, seq').eq('job_id', jobId)
  const { data } = await query.order('seq').throwOnError()
  return data.map(({ content }) => content)
}

/** Inserts this many messages directly into the database. */
export async function insertManyMessages(
  { facility, contractor, jobId }: TestConversation,
  count: number,
) {
  await withDatabase(async (database) => {
    // Turn the triggers off, because they would number the messages.
    await database.query('begin; set local session_replication_role = replica')
    const { rows } = await database.query<{ id: string }>(
      'update public.conversations set seq = $2 where job_id = $1 returning id',
      [jobId, count],
    )
    await database.query(manyMessages, [jobId, facility.id, contractor.id, count, rows[0]?.id])
    await database.query('commit')
  })
}

const manyMessages = `
  insert into public.messages
    (job_id, conversation_id, seq, sender_id, recipient_id, sender_name, content, read, created_at)
  select $1, $5, n, case when n % 2 = 0 then $2 else $3 end::uuid, case when n % 2 = 0 then $3 else $2 end::uuid,
    'Somebody', 'Message ' || n || repeat(' and so on', n % 9), true, now() - ($4 - n) * interval '1 minute'
  from generate_series(1, $4::integer) as n`

/**
 * Inserts this many other conversations of the same facility and contractor, each about a different
 * job.
 */
export async function insertManyConversations(
  { facility, contractor }: TestConversation,
  count: number,
) {
  await withDatabase(async (database) => {
    await database.query('begin; set local session_replication_role = replica')
    await database.query(manyThreads, [facility.id, contractor.id, count])
    await database.query('commit; analyze public.jobs, public.conversations, public.messages')
  })
}

const manyThreads = `
  with job as (
    insert into public.jobs (facility_id, title, description, budget)
    select $1, 'Gate ' || n, 'It does not close.', 900 from generate_series(1, $3::integer) as n
    returning id, title
  ), conversation as (
    insert into public.conversations (job_id, facility_id, partner_id, seq, last_content, last_sender_name, last_message_at)
    select id, $1, $2, 1, 'About ' || title, 'Omar Haddad', now() - interval '1 day' from job
    returning id, job_id, last_content, last_message_at
  )
  insert into public.messages
    (job_id, conversation_id, seq, sender_id, recipient_id, sender_name, content, read, created_at)
  select job_id, id, 1, $2, $1, 'Omar Haddad', last_content, false, last_message_at from conversation`

export const messageBox = (page: Page) => page.getByRole('textbox', { name: 'Message' })

export const bubbles = (page: Page) => page.getByRole('log').locator('[data-message]')

export async function sendMessage(page: Page, jobFields: string) {
  await messageBox(page).fill(jobFields)
  await messageBox(page).press('Enter')
}
