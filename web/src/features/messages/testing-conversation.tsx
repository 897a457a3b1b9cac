// Component tests use this file to stub a server that has one conversation, and to show the facility's chat.
import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { useSendOutbox } from './conversation/outboxes.ts'
import { sendChange } from '#testing-live.ts'
import { provideLocks } from '#testing-locks.ts'
import { type NetworkRequest, refusal, reply, rows } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import { Chat } from './chat.tsx'

provideLocks()

export const conversationId = '33333333-3333-4333-8333-333333333333'
export const jobId = '44444444-4444-4444-8444-444444444444'
export const contractorId = '22222222-2222-4222-8222-222222222222'
export const closedBanner = 'This job is marked as finished. Messaging is disabled.'

interface StoredMessage {
  client_id: string
  seq: number
  sender_id: string
  content: string
  read: boolean
  created_at: string
}

/** Stubs a server that has a conversation with these messages. */
export function stubConversation(contents: readonly string[] = []) {
  const server = {
    messages: contents.map((content, index) => messageRow(index + 1, content)),
    access: {
      conversation_id: conversationId,
      counterpart: contractorId,
      writable: true,
      banner: '',
    },
    job: { ...job },
    contents: () => server.messages.map(({ content }) => content),
    /** Adds a message from the contractor and sends it to the chat as a live change. */
    receive: (content: string) => {
      const message = messageRow(server.messages.length + 1, content)
      server.messages.push(message)
      sendChange('messages', 'INSERT', { ...message, conversation_id: conversationId })
    },
    acceptMessages: () => reply('POST', '/rest/v1/messages', (sent) => server.store(sent)),
    store: ({ body }: NetworkRequest) => {
      const { client_id, content } = sentMessage.parse(body)
      if (server.messages.some((message) => message.client_id === client_id))
        return refusal(409, '23505', 'This message was already sent.')
      const message = {
        ...messageRow(server.messages.length + 1, content),
        client_id,
        sender_id: userId,
      }
      server.messages.push(message)
      return rows([message])
    },
  }
  reply('POST', '/rest/v1/rpc/conversation_state', () => rows([server.access]))
  reply('GET', '/rest/v1/conversations', () => rows([detailsRow(server.job)]))
  reply('GET', '/rest/v1/bids', () => rows([bid]))
  reply('GET', '/rest/v1/messages', ({ query }) => rows(matching(server.messages, query)))
  reply('PATCH', '/rest/v1/messages', () => rows([]))
  server.acceptMessages()
  return server
}

/** Changes the subject of the conversation to a consultation with this title. */
export function stubConsultationDetails(title: string) {
  const consultation = {
    title,
    scheduled_at: '2026-12-03T21:00:00+00:00',
    ends_at: '2026-12-03T22:00:00+00:00',
    duration_minutes: 60,
    fee: 150,
    status: 'booked',
    has_ended: false,
    created_at: '2026-11-19T12:00:00+00:00',
  }
  reply('GET', '/rest/v1/conversations', () =>
    rows([{ ...detailsRow(job), job_id: null, job: null, consultation_id: jobId, consultation }]),
  )
}

/** Shows the facility's chat and, like the app's shell, sends its waiting messages. */
export function showChat() {
  return show(<SendingChat />, { at: `/chat/job/${jobId}`, role: 'facility' })
}

function SendingChat() {
  useSendOutbox(userId)
  return <Chat me={userId} address={{ kind: 'job', jobId, contractorId: undefined }} />
}

/** Waits until the composer's text box accepts text, and returns the text box. */
export async function messageBox() {
  const box = () => screen.getByRole('textbox', { name: 'Message' })
  await waitFor(() => expect(box()).toBeEnabled())
  return box()
}

export function shownMessages() {
  return bubbles().map(({ textContent }) => textContent)
}

export function bubbles() {
  return [...document.querySelectorAll('[data-message]')]
}

function messageRow(seq: number, content: string): StoredMessage {
  return {
    client_id: `client-${seq}`,
    seq,
    sender_id: contractorId,
    content,
    read: false,
    created_at: `2026-11-20T12:00:${String(seq % 60).padStart(2, '0')}+00:00`,
  }
}

/** Returns the stored messages that match the query of a request. */
function matching(messages: StoredMessage[], query: URLSearchParams) {
  const [operator, bound] = query.get('seq')?.split('.') ?? []
  const clientId = query.get('client_id')?.replace('eq.', '')
  const isRead = query.get('read') === 'eq.true'
  const found = messages.filter((message) => {
    if (clientId) return message.client_id === clientId
    if (isRead && !message.read) return false
    if (operator === 'gt') return message.seq > Number(bound)
    if (operator === 'lt') return message.seq < Number(bound)
    return true
  })
  const ordered = query.get('order') === 'seq.desc' ? found.toReversed() : found
  return ordered.slice(0, Number(query.get('limit') ?? ordered.length))
}

const sentMessage = z.object({ client_id: z.string(), content: z.string() })

interface StubbedJob {
  finished_at: string | null
  [column: string]: unknown
}

const job: StubbedJob = {
  id: jobId,
  title: 'Mend the gate',
  status: 'open',
  is_deleted: false,
  budget: 1200,
  category: 'General',
  location: null,
  created_at: '2026-11-10T12:00:00+00:00',
  awarded_contractor_id: contractorId,
  awarded_at: '2026-11-20T11:00:00+00:00',
  finished_at: null,
  photos: [],
  payment: null,
}

const bid = { id: 'bid', amount: 1150, status: 'accepted', created_at: '2026-11-19T12:00:00+00:00' }

const person = { username: null, company_name: null, headline: null, profile_picture: null }

function detailsRow(ofJob: StubbedJob) {
  return {
    job_id: jobId,
    consultation_id: null,
    partner_id: contractorId,
    facility: { ...person, id: userId, role: 'facility', full_name: 'Ruth Ellison' },
    partner: { ...person, id: contractorId, role: 'contractor', full_name: 'Omar Haddad' },
    job: ofJob,
    consultation: null,
  }
}
