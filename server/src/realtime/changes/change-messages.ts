// Builds and sends the messages about changes. A message for several channels is encoded once.
import { z } from 'zod'
import type { Change } from '../../postgres/change-feed/follow-changes.ts'
import type { Channel } from '../channels/channel.ts'
import { SharedMessage } from '../protocol/write-message.ts'
import {
  isStillWanted,
  type PendingDelivery,
  type PlannedChange,
  type Recipient,
} from './plan-delivery.ts'
import type { ChangeKind, Subscription } from './subscriptions.ts'
import type { VisibleRow } from './visible-rows.ts'
import type { Column, ReadableColumns } from './watched-tables.ts'

/** A changed row as its recipient sees it. */
export interface RowView {
  /** The row, or undefined if it is deleted or hidden. */
  row: VisibleRow | undefined
  /** Whether the recipient saw the row before the change. Undefined for a table without an audience. */
  wasVisible: boolean | undefined
}

interface MessageContent {
  kind: ChangeKind
  columns: SelectedColumns
  wasVisible: boolean
  ids: number[]
  /** The current row as JSON, if the recipient gets it instead of the row in the change. */
  rowText: string | undefined
}

const rowJson = z.record(z.string(), z.unknown())

interface MessageCache {
  texts: Map<string, string>
  messages: Map<string, SharedMessage>
}

export class ChangeMessages {
  readonly #caches = new Map<PlannedChange, MessageCache>()
  readonly #columns = new ColumnSelector()

  /** Sends the messages in the order of the changes. */
  sendTo({ pending }: Recipient, viewOf: (planned: PlannedChange) => RowView) {
    const byChange = Map.groupBy(pending.filter(isStillWanted), ({ planned }) => planned)
    for (const [planned, deliveries] of byChange) {
      const view = viewOf(planned)
      const byChannel = Map.groupBy(deliveries, ({ candidate }) => candidate.subscription.channel)
      for (const [channel, own] of byChannel) {
        for (const content of this.#contentsFor(planned, own, view)) {
          const message = this.#message(planned, channel, content)
          channel.sink.send(message.frame(channel.sink.version))
        }
      }
    }
  }

  /** Combines subscriptions of one channel if they need the same message. */
  #contentsFor(
    { table }: PlannedChange,
    deliveries: readonly PendingDelivery[],
    { row, wasVisible }: RowView,
  ) {
    const contents = new Map<string, MessageContent>()
    for (const { candidate } of deliveries) {
      const { subscription, identity, ifVisible, ifHidden } = candidate
      // A user who did not see the row before the change gets no DELETE event.
      const goneEvent = wasVisible === false ? undefined : ifHidden
      const kind = row ? ifVisible : goneEvent
      if (!kind) continue
      const columns = this.#columns.of(subscription, table.readable.get(identity.role))
      const content = contents.get(columns.names) ?? {
        kind,
        columns,
        wasVisible: wasVisible === true,
        ids: [],
        rowText: row?.content,
      }
      content.ids.push(subscription.id)
      contents.set(columns.names, content)
    }
    return contents.values()
  }

  #message(planned: PlannedChange, { topic }: Channel, content: MessageContent) {
    const { texts, messages } = this.#cacheOf(planned)
    const { kind, columns, wasVisible, ids, rowText } = content
    const dataKey = `${kind}\n${columns.names}\n${wasVisible}\n${rowText ?? ''}`
    const messageKey = `${topic}\n${ids.join()}\n${dataKey}`
    const cached = messages.get(messageKey)
    if (cached) return cached
    const text = texts.get(dataKey) ?? dataOf(planned, content)
    texts.set(dataKey, text)
    const payload = `{"ids":[${ids.join()}],"data":${text}}`
    const message = new SharedMessage(topic, 'postgres_changes', payload)
    messages.set(messageKey, message)
    return message
  }

  #cacheOf(planned: PlannedChange): MessageCache {
    const cache = this.#caches.get(planned) ?? { texts: new Map(), messages: new Map() }
    this.#caches.set(planned, cache)
    return cache
  }
}

interface SelectedColumns {
  columns: readonly Column[]
  /** The joined names of the columns, which are used as a cache key. */
  names: string
}

/** Selects the columns that a subscription gets. */
class ColumnSelector {
  readonly #cache = new Map<ReadableColumns | undefined, SelectedColumns>()

  of({ columns: names }: Subscription, readable: ReadableColumns | undefined): SelectedColumns {
    if (names) return selectColumns(readable, names)
    const selected = this.#cache.get(readable) ?? selectColumns(readable)
    this.#cache.set(readable, selected)
    return selected
  }
}

function selectColumns(
  readable: ReadableColumns | undefined,
  names?: readonly string[],
): SelectedColumns {
  const columns = (readable?.columns ?? []).filter(({ name }) => names?.includes(name) ?? true)
  return { columns, names: columns.map(({ name }) => name).join() }
}

type ChangedRow = Record<string, unknown>

/** Writes the `data` of the payload as JSON. */
function dataOf({ change, table }: PlannedChange, content: MessageContent) {
  const { kind, columns, rowText } = content
  const row = rowText === undefined ? change.newRow : rowJson.parse(JSON.parse(rowText))
  const key = columns.columns.filter(({ name }) => table.key.includes(name))
  const shown = kind === 'DELETE' && !content.wasVisible ? key : columns.columns
  return JSON.stringify({
    schema: table.schema,
    table: table.name,
    commit_timestamp: new Date(change.at).toISOString(),
    type: kind,
    columns: shown.map(({ name, type }) => ({ name, type })),
    ...(kind === 'DELETE' ? {} : { record: pick(row ?? {}, shown) }),
    ...(kind === 'INSERT' ? {} : { old_record: oldRecord(change, content, key) }),
    errors: null,
  })
}

/** Returns the old row if the recipient could see it, and otherwise only the row's key. */
function oldRecord(
  { oldRow, newRow }: Change,
  { wasVisible, columns }: MessageContent,
  key: readonly Column[],
) {
  return pick(oldRow ?? newRow ?? {}, wasVisible ? columns.columns : key)
}

function pick(row: ChangedRow, columns: readonly Column[]): ChangedRow {
  return Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null]))
}
