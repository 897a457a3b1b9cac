import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Message } from './message.ts'
import type { OutboxState, OutgoingMessage } from './outbox.ts'
import { type Row, threadRows } from './thread-rows.ts'
import { timelineOf } from './timeline.ts'

const me = 'me'

const message = (seq: number, at: Date, senderId = 'other'): Message => ({
  clientId: `client ${seq}`,
  seq,
  senderId,
  content: `Message ${seq}`,
  isRead: false,
  at: at.toISOString(),
})

const outgoingMessage = (
  content: string,
  overrides: Partial<OutgoingMessage> = {},
): OutgoingMessage => ({
  clientId: content,
  conversationId: 'talk',
  jobId: 'job',
  consultationId: null,
  recipientId: 'other',
  content,
  turn: 1,
  ...overrides,
})

const emptyOutbox: OutboxState = { outgoing: [], landed: [], heldUp: new Map() }

function rows(
  messages: Message[] | undefined,
  outboxState: Partial<OutboxState> = {},
  firstUnread?: number,
) {
  const timeline = messages && timelineOf(messages, 50)
  const threadState = { timeline, conversationId: 'talk', me, firstUnread }
  return threadRows({ ...threadState, outboxState: { ...emptyOutbox, ...outboxState } })
}

const textOf = (row: Row) => (row.kind === 'message' ? row.content : row.kind)

/** The two times are in the local time zone, one minute before and one minute after midnight. */
const evening = new Date(2026, 10, 19, 23, 59)
const midnight = new Date(2026, 10, 20, 0, 1)

test('each day begins with its name in the time zone of the reader', () => {
  const allRows = rows([message(1, evening), message(2, midnight), message(3, midnight)])
  assert.deepEqual(allRows.map(textOf), ['day', 'Message 1', 'day', 'Message 2', 'Message 3'])
  assert.equal(allRows[2]?.kind === 'day' && allRows[2].at, midnight.toISOString())
})

test('messages of one sender without a pause form a group, which ends at a new day or at unread messages', () => {
  const later = new Date(midnight.getTime() + 299_999)
  const muchLater = new Date(later.getTime() + 300_000)
  const allRows = rows(
    [
      message(1, evening),
      message(2, midnight),
      message(3, later),
      message(4, later, me),
      message(5, muchLater, me),
      message(6, muchLater),
      message(7, muchLater),
    ],
    {},
    7,
  )
  assert.deepEqual(
    allRows.flatMap((row) => (row.kind === 'message' ? [row.isFirst] : [])),
    [true, true, false, true, true, true, true],
  )
  assert.equal(
    allRows.findIndex(({ kind }) => kind === 'new'),
    allRows.length - 2,
  )
})

test('events stand between the messages, start a new group and a new day, and later ones are last', () => {
  const events = [
    { key: 'bid', at: new Date(2026, 10, 19, 12).toISOString(), text: 'bid' },
    { key: 'award', at: new Date(2026, 10, 20, 0, 2).toISOString(), text: 'award' },
    { key: 'finished', at: new Date(2026, 10, 21).toISOString(), text: 'finished' },
  ]
  const messages = [
    message(2, evening),
    message(3, midnight),
    message(4, new Date(2026, 10, 20, 0, 3)),
  ]
  const options = { conversationId: 'talk', me, firstUnread: undefined, outboxState: emptyOutbox }
  const show = (pageSize: number) =>
    threadRows({ ...options, timeline: timelineOf(messages, pageSize), events }).map((row) => {
      if (row.kind === 'event') return row.text
      return row.kind === 'message' ? `${row.seq}${row.isFirst ? '*' : ''}` : row.kind
    })
  const fromFirst = ['2*', 'day', '3*', 'award', '4*', 'day', 'finished']
  assert.deepEqual(show(50), ['day', 'bid', ...fromFirst])
  // Older messages are not loaded yet, so the place of older events is unknown.
  assert.deepEqual(show(3), ['day', ...fromFirst])
})

test('outgoing messages are at the end until they arrive, even if the conversation cannot be loaded', () => {
  const queue = {
    landed: [outgoingMessage('client 1'), outgoingMessage('Landed')],
    outgoing: [
      outgoingMessage('First'),
      outgoingMessage('Elsewhere', { conversationId: 'another' }),
    ],
  }
  assert.deepEqual(rows([message(1, evening, me)], queue).map(textOf), [
    'day',
    'Message 1',
    'Landed',
    'First',
  ])
  assert.deepEqual(rows(undefined, queue).map(textOf), ['client 1', 'Landed', 'First'])
})

test('the first waiting message shows the reason, and the others wait for it', () => {
  const queue = {
    outgoing: [
      outgoingMessage('Refused', { refusal: 'It has ended.' }),
      outgoingMessage('One'),
      outgoingMessage('Two'),
    ],
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
