// Defines the subjects of realtime subscriptions, which are tables and topics. Connects channels to their events.
import type { RealtimeChannel } from '@supabase/supabase-js'

type LiveTableName =
  | 'jobs'
  | 'bids'
  | 'consultations'
  | 'profiles'
  | 'payments'
  | 'messages'
  | 'reviews'
  | 'notices'

export interface TableSubject {
  table: LiveTableName
  /** A condition such as "job_id=eq.…". Deletions are reported regardless of the filter. */
  filter?: string
  event?: 'INSERT' | 'UPDATE' | 'DELETE'
}

export interface TopicSubject {
  topic: string
}

export type Subject = TableSubject | TopicSubject

/** A changed row. A user who did not see the row before the change gets only its `id` in `before`. */
export interface Change {
  table: string
  event: 'INSERT' | 'UPDATE' | 'DELETE'
  /** The row after the change, or the same as `before` for a deleted row. */
  row: Record<string, unknown>
  /** The row before the change, which is empty for a new row. */
  before: Record<string, unknown>
  /** When the transaction of the change began, by the clock of the database. */
  at: string
}

export interface Broadcast {
  event: string
  payload: Record<string, unknown>
  /** The user id of the sender. The server sets it. */
  sender: string
}

export interface Subscriber {
  onChange?: (change: Change) => void
  onBroadcast?: (broadcast: Broadcast) => void
  /** Called if changes may have been missed, so that the subscriber refetches its data. */
  onGap: () => void
}

export function subjectKey(subject: Subject) {
  if ('topic' in subject) return `topic ${subject.topic}`
  const { table, event = '*', filter = '' } = subject
  return `table ${table} ${event} ${filter}`
}

/** Passes every event of the channel on to the subscribers. */
export function listen(
  channel: RealtimeChannel,
  subject: Subject,
  subscribers: ReadonlySet<Subscriber>,
) {
  if ('topic' in subject) return listenToTopic(channel, subscribers)
  const { table, filter, event = '*' } = subject
  const options = { event, schema: 'public', table, ...(filter ? { filter } : {}) } as const
  channel.on<Record<string, unknown>>('postgres_changes', options, (change) => {
    const { eventType, old: before, commit_timestamp: at } = change
    const row = eventType === 'DELETE' ? before : change.new
    for (const subscriber of subscribers) {
      subscriber.onChange?.({ table: change.table, event: eventType, row, before, at })
    }
  })
}

function listenToTopic(channel: RealtimeChannel, subscribers: ReadonlySet<Subscriber>) {
  channel.on('broadcast', { event: '*' }, (message: unknown) => {
    const broadcast = parseBroadcast(message)
    for (const subscriber of subscribers) subscriber.onBroadcast?.(broadcast)
  })
}

function parseBroadcast(message: unknown): Broadcast {
  const { event, payload, meta } = fieldsOf(message)
  const { sender } = fieldsOf(meta)
  return { event: textOf(event), payload: fieldsOf(payload), sender: textOf(sender) }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function textOf(value: unknown) {
  return typeof value === 'string' ? value : ''
}
