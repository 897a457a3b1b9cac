// Creates users for one test, and performs their actions through the API, such as placing a bid.
import { clientOfUser, type Client, untyped } from './clients.ts'
import { insertUser } from './database.ts'
import { only, rowsOf, textIn } from './expect.ts'

export interface Actor {
  id: string
  client: Client
}

type Role = Parameters<typeof insertUser>[0]

export async function createActor(role: Role, name?: string): Promise<Actor> {
  const id = await insertUser(role, name)
  return { id, client: clientOfUser(id) }
}

export async function createActors() {
  const [facility, contractor, rival, consultant] = await Promise.all([
    createActor('facility', 'Fay Facility'),
    createActor('contractor', 'Carl Contractor'),
    createActor('contractor', 'Rita Rival'),
    createActor('consultant', 'Kim Consultant'),
  ])
  return { facility, contractor, rival, consultant }
}

/** Returns the fields that the form for a new job sends according to the specification. */
export function jobFields({ id }: Actor) {
  const texts = { title: 'Mend the gate', description: 'It does not close.', budget: 1200 }
  return { ...texts, facility_id: id, status: 'open' }
}

export async function postJob(facility: Actor, more: Record<string, unknown> = {}) {
  const job = { ...jobFields(facility), ...more }
  const inserted = untyped(facility.client).from('jobs').insert(job).select('id')
  return textIn(only(await rowsOf(inserted, 201)), 'id')
}

export async function placeBid(contractor: Actor, job: string, amount = 900) {
  const bid = { contractor_id: contractor.id, job_id: job, amount, status: 'pending' }
  const inserted = contractor.client.from('bids').insert(bid).select('id')
  return textIn(only(await rowsOf(inserted, 201)), 'id')
}

export async function acceptBid(facility: Actor, bid: string, job: string) {
  const args = { selected_bid_id: bid, job_id: job }
  await facility.client.rpc('accept_and_reject_bids', args).throwOnError()
}

/** Creates a job that is awarded to the contractor. */
export async function awardJob(facility: Actor, contractor: Actor, amount = 900) {
  const job = await postJob(facility)
  const bid = await placeBid(contractor, job, amount)
  await acceptBid(facility, bid, job)
  return { job, bid }
}

export async function finishJob(contractor: Actor, job: string) {
  await contractor.client.from('jobs').update({ status: 'finished' }).eq('id', job).throwOnError()
}

export function inDays(days: number) {
  return new Date(Date.now() + days * 24 * 3600 * 1000).toISOString()
}

export async function bookConsultation(
  facility: Actor,
  consultant: Actor,
  more: Record<string, unknown> = { duration_minutes: 60, scheduled_at: inDays(2) },
) {
  const booking = {
    consultant_id: consultant.id,
    facility_id: facility.id,
    scheduled_at: new Date().toISOString(),
    ...more,
  }
  const inserted = untyped(facility.client).from('consultations').insert(booking).select('id')
  return textIn(only(await rowsOf(inserted, 201)), 'id')
}

/** Books a consultation without a length, so that the consultation ends at once and can be reviewed. */
export async function bookAndReview(facility: Actor, consultant: Actor) {
  const consultationId = await bookConsultation(facility, consultant, {})
  const parties = { facility_id: facility.id, consultant_id: consultant.id }
  const inserted = untyped(facility.client)
    .from('reviews')
    .insert({ ...parties, consultation_id: consultationId, rating: 4 })
  return textIn(only(await rowsOf(inserted.select('id'), 201)), 'id')
}

/** Returns the fields that the form for a message sends according to the specification. */
export function messageFields(
  from: Actor,
  to: Actor,
  subject: { job_id?: string; consultation_id?: string },
) {
  return {
    sender_id: from.id,
    recipient_id: to.id,
    sender_name: 'me@example.test',
    content: '  Hello there.  ',
    read: false,
    created_at: new Date().toISOString(),
    ...subject,
  }
}

export const sendMessage = (client: Client, fields: Record<string, unknown>) =>
  untyped(client).from('messages').insert(fields)
