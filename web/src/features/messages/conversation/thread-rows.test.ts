import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Message } from './message.ts'
import type { OutboxState, OutgoingMessage } from './outbox.ts'
import { type Row, threadRows } from './thread-rows.ts'
import { timelineOf } from './timeline.ts'

const me = 'me'

const said = (seq: number, at: Date, senderId = 'other'): Message => ({
  clientId: `client ${seq}`,
  seq,
  senderId,
  content: `Message ${seq}`,
  isRead: false,
  at: at.toISOString(),
})

const waiting = (content: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  clientId: content,
  conversationId: 'talk',
  jobId: 'job',
  consultationId: null,
  recipientId: 'other',
  content,
  turn: 1,
  ...more,
})

const nothing: OutboxState = { outgoing: [], landed: [], heldUp: new Map() }

function rows(
  messages: Message[] | undefined,
  outboxState: Partial<OutboxState> = {},
  firstUnread?: number,
) {
  const timeline = messages && timelineOf(messages, 50)
  const known = { timeline, conversationId: 'talk', me, firstUnread }
  return threadRows({ ...known, outboxState: { ...nothing, ...outboxState } })
}

const wordsOf = (row: Row) => (row.kind === 'message' ? row.content : row.kind)

/** These times are in the local time zone. */
const evening = new Date(2026, 10, 19, 23, 59)
const midnight = new Date(2026, 10, 20, 0, 1)

test('each day begins with its name in the time zone of the reader', () => {
  const all = rows([said(1, evening), said(2, midnight), said(3, midnight)])
  assert.deepEqual(all.map(wordsOf), ['day', 'Message 1', 'day', 'Message 2', 'Message 3'])
  assert.equal(all[2]?.kind === 'day' && all[2].at, midnight.toISOString())
})

test('messages of one sender without a pause form a group, which ends at a new day or at unread messages', () => {
  const later = new Date(midnight.getTime() + 299_999)
  const muchLater = new Date(later.getTime() + 300_000)
  const all = rows(
    [
      said(1, evening),
      said(2, midnight),
      said(3, later),
      said(4, later, me),
      said(5, muchLater, me),
      said(6, muchLater),
      said(7, muchLater),
    ],
    {},
    7,
  )
  assert.deepEqual(
    all.flatMap((row) => (row.kind === 'message' ? [row.isFirst] : [])),
    [true, true, false, true, true, true, true],
  )
  assert.equal(
    all.findIndex(({ kind }) => kind === 'new'),
    all.length - 2,
  )
})

test('outgoing messages are at the end until they arrive, even if the conversation cannot be loaded', () => {
  const queue = {
    landed: [waiting('client 1'), waiting('Landed')],
    outgoing: [waiting('First'), waiting('Elsewhere', { conversationId: 'another' })],
  }
  assert.deepEqual(rows([said(1, evening, me)], queue).map(wordsOf), [
    'day',
    'Message 1',
    'Landed',
    'First',
  ])
  assert.deepEqual(rows(undefined, queue).map(wordsOf), ['client 1', 'Landed', 'First'])
})

test('the first waiting message shows the reason, and the others wait for it', () => {
  const queue = {
    outgoing: [waiting('Refused', { refusal: 'It has ended.' }), waiting('One'), waiting('Two')],
    heldUp: new Map([['talk', 'No line.']]),
  }
  assert.deepEqual(
    rows([], queue).map((row) => row.kind === 'message' && [row.state, row.reason]),
    [
      ['refused', 'It has ended.'],
      ['held-up', 'No line.'],
      ['held-up', undefined],
    ],
  )
})
