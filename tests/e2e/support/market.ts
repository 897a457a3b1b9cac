// Creates users for one test, and performs their actions through the API.
import { createClient } from '@supabase/supabase-js'
import type { Page } from '@playwright/test'
import type { Database } from '../../../contract/database.ts'
import { fetchAnonKey, auth, newAccount, url } from './accounts.ts'
import { storeOnce, newStoredSession } from './browser-storage.ts'

type Client = ReturnType<typeof createClient<Database>>

export interface Person {
  id: string
  email: string
  password: string
  name: string
  client: Client
}

export async function newPerson(
  role: 'facility' | 'contractor' | 'consultant',
  name: string,
): Promise<Person> {
  const account = await newAccount({ role, name })
  const client = createClient<Database>(url, await fetchAnonKey(), { auth })
  const { data, error } = await client.auth.signInWithPassword(account)
  if (error) throw error
  return { ...account, id: data.user.id, name, client }
}

/** Signs this user in and opens the page at this path. */
export async function openAs(page: Page, person: Person, path: string) {
  await storeOnce(page, [await newStoredSession(person)])
  await page.goto(path)
}

export async function postJob(
  facility: Person,
  job: { title: string; budget?: number; description?: string; location?: string },
) {
  const { data } = await facility.client
    .from('jobs')
    .insert({
      facility_id: facility.id,
      budget: 1200,
      description: 'Two doors on the north side. Bring a lift.',
      location: 'Lakewood',
      category: 'Other',
      ...job,
    })
    .select('id, title')
    .single()
    .throwOnError()
  return data
}

export async function placeBid(contractor: Person, jobId: string, amount: number) {
  const { data } = await contractor.client
    .from('bids')
    .insert({ job_id: jobId, contractor_id: contractor.id, amount, status: 'pending' })
    .select('id')
    .single()
    .throwOnError()
  return data.id
}

export async function acceptBid(facility: Person, jobId: string, bidId: string) {
  await facility.client
    .rpc('accept_and_reject_bids', { selected_bid_id: bidId, job_id: jobId })
    .throwOnError()
}

/** Lists a user's bids on a job, whatever their status. */
export async function bidsOn(person: Person, jobId: string) {
  const { data } = await person.client
    .from('bids')
    .select('amount, status')
    .eq('job_id', jobId)
    .order('created_at')
    .throwOnError()
  return data
}

/** Returns a unique title, so that a search finds only one job. */
export function uniqueTitle(title: string) {
  return `${title} ${crypto.randomUUID().slice(0, 8)}`
}

/**
 * Returns the path of a dashboard whose list of available jobs shows only the job with this title.
 */
export function jobSearchPath(title: string) {
  return `/contractor-dashboard?jobs.search=${encodeURIComponent(title)}`
}

export async function withdrawBid(contractor: Person, bidId: string) {
  await contractor.client
    .from('bids')
    .update({ status: 'withdrawn' })
    .eq('id', bidId)
    .throwOnError()
}
