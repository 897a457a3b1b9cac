// What a thread shows, row by row: messages, what is on its way, and what stands between them.
import type { Message } from './message.ts'
import type { Queue } from './outbox.ts'
import type { Timeline } from './timeline.ts'

export type MessageState = 'sent' | 'read' | 'sending' | 'held-up' | 'refused'

export interface MessageRow {
  kind: 'message'
  /** The client's own id: the row stays the same while it is sent. */
  key: string
  seq: number | undefined
  isOwn: boolean
  content: string
  at: string | undefined
  state: MessageState
  reason: string | undefined
  /** Begins what one of the two says without a pause. */
  isFirst: boolean
}

interface Divider {
  kind: 'day' | 'new'
  key: string
  at: string
}

export type Row = MessageRow | Divider

/** In milliseconds: what is written within it belongs together. */
const pause = 300_000

interface Shown {
  timeline: Timeline
  queue: Queue
  conversationId: string
  me: string
  /** The first message that was unread when the thread was opened. */
  firstUnread: number | undefined
}

export function rowsOf({ timeline, queue, conversationId, me, firstUnread }: Shown): Row[] {
  const rows: Row[] = []
  let before: Message | undefined
  for (const message of timeline.messages) {
    const isNewDay = !before || dayIn(before.at) !== dayIn(message.at)
    const isFirstUnread = message.seq === firstUnread
    if (isNewDay) rows.push({ kind: 'day', key: `day ${message.seq}`, at: message.at })
    if (isFirstUnread) rows.push({ kind: 'new', key: 'new', at: message.at })
    const goesOn = before && !isNewDay && !isFirstUnread && belongsTo(before, message)
    rows.push({ ...rowOf(message, me), isFirst: !goesOn })
    before = message
  }
  return [...rows, ...onItsWay(timeline, queue, conversationId)]
}

function rowOf({ clientId, seq, senderId, content, at, isRead }: Message, me: string) {
  const state = isRead ? ('read' as const) : ('sent' as const)
  const isOwn = senderId === me
  return {
    kind: 'message' as const,
    key: clientId,
    seq,
    isOwn,
    content,
    at,
    state,
    reason: undefined,
  }
}

/** In the order in which it goes out; until the timeline has it. */
function onItsWay(timeline: Timeline, queue: Queue, conversationId: string): MessageRow[] {
  const { outgoing, landed, isHeldUp } = queue
  const mine = [...landed, ...outgoing].filter((one) => one.conversationId === conversationId)
  if (mine.length === 0) return []
  const arrived = new Set(timeline.messages.map(({ clientId }) => clientId))
  return mine
    .filter(({ clientId }) => !arrived.has(clientId))
    .map(({ clientId, content, refusal }) => ({
      kind: 'message',
      key: clientId,
      seq: undefined,
      isOwn: true,
      content,
      at: undefined,
      state: stateOf(refusal, isHeldUp),
      reason: refusal,
      isFirst: true,
    }))
}

function stateOf(refusal: string | undefined, isHeldUp: boolean): MessageState {
  if (refusal !== undefined) return 'refused'
  return isHeldUp ? 'held-up' : 'sending'
}

function belongsTo(before: Message, message: Message) {
  const isSoon = Date.parse(message.at) - Date.parse(before.at) < pause
  return before.senderId === message.senderId && isSoon
}

/** By the calendar of whoever looks. */
function dayIn(at: string) {
  return new Date(at).toDateString()
}
