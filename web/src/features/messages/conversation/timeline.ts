// What is known of one conversation. Only its beginning may be missing: whatever comes ahead of its turn waits until
// what belongs before it was read, so that nothing ever appears between two messages that were shown.
import type { Message } from './message.ts'

export interface Timeline {
  /** By number, each one more than the one before. */
  messages: readonly Message[]
  /** Came before their turn. */
  ahead: readonly Message[]
  /** Nothing is older than the first of them. */
  isWhole: boolean
}

/** @param latest  The last ones there are, oldest first; fewer than were asked for are all. */
export function timelineOf(latest: readonly Message[], asked: number): Timeline {
  return { messages: latest, ahead: [], isWhole: latest.length < asked || latest[0]?.seq === 1 }
}

export function withOlder(timeline: Timeline, older: readonly Message[], asked: number): Timeline {
  const first = timeline.messages[0]?.seq ?? Infinity
  const messages = [...older.filter(({ seq }) => seq < first), ...timeline.messages]
  return { ...timeline, messages, isWhole: older.length < asked || messages[0]?.seq === 1 }
}

/** Takes in what came, in whatever order, as often as it comes. */
export function withNews(timeline: Timeline, news: readonly Message[]): Timeline {
  const last = newestOf(timeline)
  const changed = news.filter(({ seq }) => seq <= last)
  const waiting = sorted([...timeline.ahead, ...news.filter(({ seq }) => seq > last)])
  const next = waiting.findIndex(({ seq }, place) => seq !== last + 1 + place)
  const ready = next === -1 ? waiting : waiting.slice(0, next)
  return {
    ...timeline,
    messages: [...withChanges(timeline.messages, changed), ...ready],
    ahead: waiting.slice(ready.length),
  }
}

/** The other side has seen these of one's own. */
export function withRead(timeline: Timeline, seqs: readonly number[]): Timeline {
  const read = new Set(seqs)
  const see = (message: Message) => (read.has(message.seq) ? { ...message, isRead: true } : message)
  return { ...timeline, messages: timeline.messages.map(see) }
}

export function newestOf({ messages }: Timeline): number {
  return messages.at(-1)?.seq ?? 0
}

function sorted(messages: readonly Message[]) {
  const bySeq = new Map(messages.map((message) => [message.seq, message]))
  return [...bySeq.values()].toSorted((one, other) => one.seq - other.seq)
}

/** What was read stays read, also where an older word of it comes late. */
function withChanges(messages: readonly Message[], changed: readonly Message[]) {
  const seen = new Set(changed.filter(({ isRead }) => isRead).map(({ seq }) => seq))
  if (seen.size === 0) return messages
  return messages.map((message) =>
    seen.has(message.seq) && !message.isRead ? { ...message, isRead: true } : message,
  )
}
