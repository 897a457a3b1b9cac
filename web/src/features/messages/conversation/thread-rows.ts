// Builds the rows that show a conversation: messages from the server, outgoing messages and dividers.
import type { Message } from './message.ts'
import type { OutboxState } from './outbox.ts'
import type { Timeline } from './timeline.ts'

export type MessageState = 'sent' | 'read' | 'sending' | 'held-up' | 'refused'

export interface MessageRow {
  kind: 'message'
  /** The client id is the React key, so the row stays mounted when the message is sent. */
  key: string
  seq: number | undefined
  isOwn: boolean
  content: string
  at: string | undefined
  state: MessageState
  reason: string | undefined
  /** Whether the message starts a group of messages by the same person. */
  isFirst: boolean
}

interface Divider {
  kind: 'day' | 'new'
  key: string
  at: string
}

interface EventRow {
  kind: 'event'
  key: string
  at: string
  text: string
}

export type Row = MessageRow | Divider | EventRow

/** Something that happened to the job or consultation, such as an accepted bid. */
export interface StreamEvent {
  key: string
  at: string
  text: string
}

/** A message starts a new group if at least this much time has passed since the previous message. */
const groupingMs = 300_000

interface ThreadContent {
  /** The timeline is undefined until the first page is loaded. */
  timeline: Timeline | undefined
  outboxState: OutboxState
  conversationId: string
  me: string
  /** The seq of the first message that was unread on the first loaded page. */
  firstUnread: number | undefined
  /** The events in the order of their times. */
  events?: readonly StreamEvent[]
}

export function threadRows({
  timeline,
  outboxState,
  conversationId,
  me,
  firstUnread,
  events = [],
}: ThreadContent): Row[] {
  const rows: Row[] = []
  const messages = timeline?.messages ?? []
  let waiting = timeline ? shownEvents(timeline, events) : []
  let before: { at: string; message?: Message } | undefined
  const addDay = (at: string) => {
    const isNewDay = !before || dayIn(before.at) !== dayIn(at)
    if (isNewDay) rows.push({ kind: 'day', key: `day ${at}`, at })
    return isNewDay
  }
  const addEvents = (due: readonly StreamEvent[]) => {
    for (const event of due) {
      addDay(event.at)
      rows.push({ ...event, kind: 'event', key: `event ${event.key}` })
      before = { at: event.at }
    }
  }
  for (const message of messages) {
    const isDue = ({ at }: StreamEvent) => Date.parse(at) <= Date.parse(message.at)
    addEvents(waiting.filter(isDue))
    waiting = waiting.filter((event) => !isDue(event))
    const isNewDay = addDay(message.at)
    const isFirstUnread = message.seq === firstUnread
    if (isFirstUnread) rows.push({ kind: 'new', key: 'new', at: message.at })
    const goesOn = !isNewDay && !isFirstUnread && continues(before?.message, message)
    rows.push({ ...rowOf(message, me), isFirst: !goesOn })
    before = { at: message.at, message }
  }
  addEvents(waiting)
  return [...rows, ...outgoingRows(messages, outboxState, conversationId)]
}

/** Leaves out events before the oldest loaded message, because their place is not loaded yet. */
function shownEvents({ messages, isComplete }: Timeline, events: readonly StreamEvent[]) {
  const [oldest] = messages
  if (isComplete || !oldest) return events
  return events.filter(({ at }) => Date.parse(at) >= Date.parse(oldest.at))
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

/** Returns the rows of outgoing messages that are not in the timeline, in sending order. */
function outgoingRows(
  messages: readonly Message[],
  outboxState: OutboxState,
  conversationId: string,
) {
  const { outgoing, landed, heldUp } = outboxState
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
      // Only the first pending message shows why sending failed, because the following messages wait for it.
      reason: one.refusal ?? (one === tried ? reason : undefined),
      isFirst: true,
    }))
}

function stateOf(refusal: string | undefined, isHeldUp: boolean): MessageState {
  if (refusal !== undefined) return 'refused'
  return isHeldUp ? 'held-up' : 'sending'
}

function continues(before: Message | undefined, message: Message) {
  if (!before) return false
  const isSoon = Date.parse(message.at) - Date.parse(before.at) < groupingMs
  return before.senderId === message.senderId && isSoon
}

/** Returns the day in the user's local calendar. */
function dayIn(at: string) {
  return new Date(at).toDateString()
}
