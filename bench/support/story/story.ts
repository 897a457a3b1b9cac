// Runs one story: a facility posts a job, three contractors bid, and one of them asks a question.
// The facility answers and awards the job.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Person } from './person.ts'

const made = z.tuple([z.object({ id: z.string() })])
/** Milliseconds until a change counts as missed. */
const patience = 20_000
/** Pause of a user before a bid, a message or a decision. */
export const thinking = 2000

export const biddersOfJob = 3

export async function tell(title: string, facility: Person, bidders: readonly Person[]) {
  const jobId = await post(title, facility, bidders)
  const bids = await Promise.all(bidders.map((bidder) => bid(jobId, facility, bidder)))
  const [winner] = bidders
  const [winning] = bids
  if (!winner || !winning) throw new Error('Nobody bid.')
  await talk(jobId, winner, facility, 'When may I come?')
  await talk(jobId, facility, winner, 'Tomorrow at eight. Ask at the gate.')
  await accept(jobId, winning, facility, bidders)
}

async function post(title: string, facility: Person, bidders: readonly Person[]) {
  const heard = bidders.map((bidder) =>
    bidder.told(
      'told: a job',
      ({ table, event, row }) => table === 'jobs' && event === 'INSERT' && row['title'] === title,
      patience,
    ),
  )
  const job = {
    title,
    description: 'It leaks above the loading dock, and the floor below is wet after each rain.',
    budget: 1200,
    location: 'Denver',
    category: 'Roofing',
    facility_id: facility.id,
    status: 'open',
  }
  const [posted] = await Promise.all([
    facility.act('do: post a job', 'POST', 'jobs?select=id', job),
    ...heard,
  ])
  return made.parse(posted)[0].id
}

async function bid(jobId: string, facility: Person, bidder: Person) {
  await sleep(thinking)
  await bidder.look('do: look at the job', {
    table: 'jobs',
    query: { select: 'id,budget,is_deleted,awarded_at,can_bid', id: `eq.${jobId}` },
  })
  const heard = facility.told(
    'told: a bid',
    ({ table, row }) =>
      table === 'bids' && row['job_id'] === jobId && row['contractor_id'] === bidder.id,
    patience,
  )
  const row = { job_id: jobId, contractor_id: bidder.id, amount: 900, status: 'pending' }
  const [placed] = await Promise.all([bidder.act('do: bid', 'POST', 'bids?select=id', row), heard])
  return made.parse(placed)[0].id
}

/**
 * The writer opens the conversation and sends a message. The reader receives the message and marks
 * it as read.
 */
async function talk(jobId: string, writer: Person, reader: Person, content: string) {
  await sleep(thinking)
  const conversation = await open(jobId, writer, reader)
  const clientId = randomUUID()
  const heard = reader.told(
    'told: a message',
    ({ table, row }) => table === 'messages' && row['client_id'] === clientId,
    patience,
  )
  const message = {
    client_id: clientId,
    sender_id: writer.id,
    sender_name: '',
    recipient_id: reader.id,
    content,
    job_id: jobId,
    consultation_id: null,
  }
  await Promise.all([
    writer.act('do: write', 'POST', `messages?select=${messageColumns}`, message),
    heard,
  ])
  const unread = `conversation_id=eq.${conversation}&recipient_id=eq.${reader.id}&read=eq.false`
  await reader.act('do: mark as read', 'PATCH', `messages?${unread}&seq=lte.10`, { read: true })
}

const messageColumns = 'client_id,seq,sender_id,content,read,created_at'
const standing = z.tuple([z.object({ conversation_id: z.string() })])

async function open(jobId: string, writer: Person, reader: Person) {
  // A facility has to name the contractor of the conversation. A contractor has only one
  // conversation about a job.
  const among = { job_id: jobId, contractor_id: reader.id }
  const own = { job_id: jobId, contractor_id: writer.id }
  const asked = writer.isFacility ? among : own
  const known = await writer.act('do: open a conversation', 'POST', 'rpc/conversation_state', asked)
  const [{ conversation_id: conversation }] = standing.parse(known)
  await writer.look('do: open a conversation', {
    table: 'messages',
    query: {
      select: messageColumns,
      conversation_id: `eq.${conversation}`,
      order: 'seq.desc',
      limit: '50',
    },
  })
  return conversation
}

async function accept(
  jobId: string,
  winning: string,
  facility: Person,
  bidders: readonly Person[],
) {
  await sleep(thinking)
  const heard = bidders.map((bidder) =>
    bidder.told(
      'told: the award',
      ({ table, event, row }) =>
        table === 'bids' &&
        event === 'UPDATE' &&
        row['job_id'] === jobId &&
        row['status'] !== 'pending',
      patience,
    ),
  )
  const given = { selected_bid_id: winning, job_id: jobId }
  await Promise.all([
    facility.act('do: accept', 'POST', 'rpc/accept_and_reject_bids', given),
    ...heard,
  ])
}
