// Runs one story: a facility posts a job, three contractors bid, and one of them asks a question.
// The facility answers and awards the job.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Person } from './person.ts'

const createdRows = z.tuple([z.object({ id: z.string() })])
/** Milliseconds until a change counts as missed. */
const timeoutMs = 20_000
/** Pause of a user before a bid, a message or a decision. */
export const pauseMs = 2000

export const biddersPerJob = 3

export async function runStory(title: string, facility: Person, bidders: readonly Person[]) {
  const jobId = await postJob(title, facility, bidders)
  const bids = await Promise.all(bidders.map((bidder) => placeBid(jobId, facility, bidder)))
  const [winner] = bidders
  const [winningBid] = bids
  if (!winner || !winningBid) throw new Error('Nobody bid.')
  await sendMessage(jobId, winner, facility, 'When may I come?')
  await sendMessage(jobId, facility, winner, 'Tomorrow at eight. Ask at the gate.')
  await accept(jobId, winningBid, facility, bidders)
}

async function postJob(title: string, facility: Person, bidders: readonly Person[]) {
  const received = bidders.map((bidder) =>
    bidder.waitForChange(
      'received: a job',
      ({ table, event, row }) => table === 'jobs' && event === 'INSERT' && row['title'] === title,
      timeoutMs,
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
  const [rows] = await Promise.all([
    facility.write('do: post a job', 'POST', 'jobs?select=id', job),
    ...received,
  ])
  return createdRows.parse(rows)[0].id
}

async function placeBid(jobId: string, facility: Person, bidder: Person) {
  await sleep(pauseMs)
  await bidder.read('do: look at the job', {
    table: 'jobs',
    query: { select: 'id,budget,is_deleted,awarded_at,can_bid', id: `eq.${jobId}` },
  })
  const received = facility.waitForChange(
    'received: a bid',
    ({ table, row }) =>
      table === 'bids' && row['job_id'] === jobId && row['contractor_id'] === bidder.id,
    timeoutMs,
  )
  const row = { job_id: jobId, contractor_id: bidder.id, amount: 900, status: 'pending' }
  const [rows] = await Promise.all([
    bidder.write('do: bid', 'POST', 'bids?select=id', row),
    received,
  ])
  return createdRows.parse(rows)[0].id
}

/**
 * The writer opens the conversation and sends a message. The reader receives the message and marks
 * it as read.
 */
async function sendMessage(jobId: string, writer: Person, reader: Person, content: string) {
  await sleep(pauseMs)
  const conversation = await open(jobId, writer, reader)
  const clientId = randomUUID()
  const received = reader.waitForChange(
    'received: a message',
    ({ table, row }) => table === 'messages' && row['client_id'] === clientId,
    timeoutMs,
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
    writer.write('do: write', 'POST', `messages?select=${messageColumns}`, message),
    received,
  ])
  const unread = `conversation_id=eq.${conversation}&recipient_id=eq.${reader.id}&read=eq.false`
  await reader.write('do: mark as read', 'PATCH', `messages?${unread}&seq=lte.10`, { read: true })
}

const messageColumns = 'client_id,seq,sender_id,content,read,created_at'
const conversationState = z.tuple([z.object({ conversation_id: z.string() })])

async function open(jobId: string, writer: Person, reader: Person) {
  // A facility has to name the contractor of the conversation. A contractor has only one
  // conversation about a job.
  const facilityArguments = { job_id: jobId, contractor_id: reader.id }
  const contractorArguments = { job_id: jobId, contractor_id: writer.id }
  const rpcArguments = writer.isFacility ? facilityArguments : contractorArguments
  const state = await writer.write(
    'do: open a conversation',
    'POST',
    'rpc/conversation_state',
    rpcArguments,
  )
  const [{ conversation_id: conversation }] = conversationState.parse(state)
  await writer.read('do: open a conversation', {
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
  winningBid: string,
  facility: Person,
  bidders: readonly Person[],
) {
  await sleep(pauseMs)
  const received = bidders.map((bidder) =>
    bidder.waitForChange(
      'received: the award',
      ({ table, event, row }) =>
        table === 'bids' &&
        event === 'UPDATE' &&
        row['job_id'] === jobId &&
        row['status'] !== 'pending',
      timeoutMs,
    ),
  )
  const rpcArguments = { selected_bid_id: winningBid, job_id: jobId }
  await Promise.all([
    facility.write('do: accept', 'POST', 'rpc/accept_and_reject_bids', rpcArguments),
    ...received,
  ])
}
