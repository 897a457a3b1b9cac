// Contains the loaded messages of one conversation without gaps. A message after a gap waits until the missing messages
// are loaded.
import type { Message } from './message.ts'

export interface Timeline {
  /** The messages, sorted by seq and without gaps. */
  messages: readonly Message[]
  /** The messages that come after a gap. */
  ahead: readonly Message[]
  /** Whether the first message of the conversation is loaded. */
  isComplete: boolean
}

/** @param latest Sorted by seq. Fewer messages than `asked` mean that no older messages exist. */
export function timelineOf(latest: readonly Message[], asked: number): Timeline {
  return { messages: latest, ahead: [], isComplete: latest.length < asked || latest[0]?.seq === 1 }
}

export function withOlder(timeline: Timeline, older: readonly Message[], asked: number): Timeline {
  const first = timeline.messages[0]?.seq ?? Infinity
  const messages = [...older.filter(({ seq }) => seq < first), ...timeline.messages]
  return { ...timeline, messages, isComplete: older.length < asked || messages[0]?.seq === 1 }
}

/** Adds messages in any order, even messages that were already added. */
export function withNewMessages(timeline: Timeline, news: readonly Message[]): Timeline {
  const last = newestSeq(timeline)
  const changed = news.filter(({ seq }) => seq <= last)
  const waiting = sorted([...timeline.ahead, ...news.filter(({ seq }) => seq > last)])
  const next = waiting.findIndex(({ seq }, place) => seq !== last + 1 + place)
  const ready = next === -1 ? waiting : waiting.slice(0, next)
  return {
    ...timeline,
    messages: [...withReadMarks(timeline.messages, changed), ...ready],
    ahead: waiting.slice(ready.length),
  }
}

/** Marks the messages that the other person has read. */
export function withRead(timeline: Timeline, seqs: readonly number[]): Timeline {
  const read = new Set(seqs)
  const see = (message: Message) => (read.has(message.seq) ? { ...message, isRead: true } : message)
  return { ...timeline, messages: timeline.messages.map(see) }
}

export function newestSeq({ messages }: Timeline): number {
  return messages.at(-1)?.seq ?? 0
}

function sorted(messages: readonly Message[]) {
  const bySeq = new Map(messages.map((message) => [message.seq, message]))
  return [...bySeq.values()].toSorted((one, other) => one.seq - other.seq)
}

/** Marks messages as read. An older version of a message never removes the mark. */
function withReadMarks(messages: readonly Message[], changed: readonly Message[]) {
  const seen = new Set(changed.filter(({ isRead }) => isRead).map(({ seq }) => seq))
  if (seen.size === 0) return messages
  return messages.map((message) =>
    seen.has(message.seq) && !message.isRead ? { ...message, isRead: true } : message,
  )
}
