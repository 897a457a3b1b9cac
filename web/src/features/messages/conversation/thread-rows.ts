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
  /** Nothing while it could not be read: what is on its way is shown all the same. */
  timeline: Timeline | undefined
  queue: Queue
  conversationId: string
  me: string
  /** The first message that was unread when the thread was opened. */
  firstUnread: number | undefined
}

export function rowsOf({ timeline, queue, conversationId, me, firstUnread }: Shown): Row[] {
  const rows: Row[] = []
  const messages = timeline?.messages ?? []
  let before: Message | undefined
  for (const message of messages) {
    const isNewDay = !before || dayIn(before.at) !== dayIn(message.at)
    const isFirstUnread = message.seq === firstUnread
    if (isNewDay) rows.push({ kind: 'day', key: `day ${message.seq}`, at: message.at })
    if (isFirstUnread) rows.push({ kind: 'new', key: 'new', at: message.at })
    const goesOn = before && !isNewDay && !isFirstUnread && belongsTo(before, message)
    rows.push({ ...rowOf(message, me), isFirst: !goesOn })
    before = message
  }
  return [...rows, ...onItsWay(messages, queue, conversationId)]
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
function onItsWay(messages: readonly Message[], queue: Queue, conversationId: string) {
  const { outgoing, landed, heldUp } = queue
  const mine = [...landed, ...outgoing].filter((one) => one.conversationId === conversationId)
  if (mine.length === 0) return []
  const arrived = new Set(messages.map(({ clientId }) => clientId))
  const reason = heldUp.get(conversationId)
  const tried = outgoing.find(
    (one) => one.conversationId === conversationId && one.refusal === undefined,
  )
  return mine
    .filter(({ clientId }) => !arrived.has(clientId))
    .map((one): MessageRow => ({
      kind: 'message',
      key: one.clientId,
      seq: undefined,
      isOwn: true,
      content: one.content,
      at: undefined,
      state: stateOf(one.refusal, reason !== undefined),
      // The others wait for that one.
      reason: one.refusal ?? (one === tried ? reason : undefined),
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
