// Builds and sends the messages about changes. A message that several channels receive is encoded once.
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
import type { Column, ReadableColumns, WatchedTable } from './watched-tables.ts'

/** Returns the row that the recipient sees, or undefined if the row is hidden. */
type VisibleRowOf = (planned: PlannedChange) => VisibleRow | undefined

interface MessageContent {
  kind: ChangeKind
  columns: SelectedColumns
  ids: number[]
  /** The row as JSON. It is defined if the recipient gets the current row instead of the row in the change. */
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
  sendTo({ pending }: Recipient, visibleRowOf: VisibleRowOf) {
    const byChange = Map.groupBy(pending.filter(isStillWanted), ({ planned }) => planned)
    for (const [planned, deliveries] of byChange) {
      const row = planned.change.kind === 'DELETE' ? undefined : visibleRowOf(planned)
      const byChannel = Map.groupBy(deliveries, ({ candidate }) => candidate.subscription.channel)
      for (const [channel, own] of byChannel) {
        for (const content of this.#contentsFor(planned, own, row)) {
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
    row: VisibleRow | undefined,
  ) {
    const contents = new Map<string, MessageContent>()
    for (const { candidate } of deliveries) {
      const { subscription, identity, ifVisible, ifHidden } = candidate
      const kind = row ? ifVisible : ifHidden
      if (!kind) continue
      const columns = this.#columns.of(subscription, table.readable.get(identity.role))
      const content = contents.get(columns.names) ?? {
        kind,
        columns,
        ids: [],
        rowText: row?.content,
      }
      content.ids.push(subscription.id)
      contents.set(columns.names, content)
    }
    return contents.values()
  }

  #message(
    planned: PlannedChange,
    { topic }: Channel,
    { kind, columns, ids, rowText }: MessageContent,
  ) {
    const { texts, messages } = this.#cacheOf(planned)
    const dataKey = `${kind}\n${columns.names}\n${rowText ?? ''}`
    const messageKey = `${topic}\n${ids.join()}\n${dataKey}`
    const cached = messages.get(messageKey)
    if (cached) return cached
    const text = texts.get(dataKey) ?? dataOf(planned, kind, columns.columns, rowText)
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

/** Selects the columns that a subscription gets. Caches the result for subscriptions without a column list. */
class ColumnSelector {
  readonly #cache = new Map<ReadableColumns | undefined, SelectedColumns>()

  of({ columns: names }: Subscription, readable: ReadableColumns | undefined): SelectedColumns {
    if (names) return selectColumns(readable, (name) => names.includes(name))
    const selected = this.#cache.get(readable) ?? selectColumns(readable, () => true)
    this.#cache.set(readable, selected)
    return selected
  }
}

function selectColumns(
  readable: ReadableColumns | undefined,
  isSelected: (name: string) => boolean,
): SelectedColumns {
  const columns = readable?.columns.filter(({ name }) => isSelected(name)) ?? []
  return { columns, names: columns.map(({ name }) => name).join() }
}

function dataOf(
  { change, table }: PlannedChange,
  kind: ChangeKind,
  columns: readonly Column[],
  rowText: string | undefined,
) {
  const record = rowText === undefined ? change.newRow : rowJson.parse(JSON.parse(rowText))
  return serializeChange({ change, table, kind, columns, record: record ?? {} })
}

type ChangedRow = Record<string, unknown>

interface ChangeData {
  change: Change
  table: WatchedTable
  kind: ChangeKind
  /** The columns that the subscription gets. */
  columns: readonly Column[]
  /** The row, or an empty object if the row was deleted. */
  record: ChangedRow
}

/** Writes the `data` of the payload as JSON. For a deleted row, only the key columns are included. */
function serializeChange({ change, table, kind, columns, record }: ChangeData): string {
  const shown = kind === 'DELETE' ? columns.filter(({ name }) => table.key.includes(name)) : columns
  return JSON.stringify({
    schema: table.schema,
    table: table.name,
    commit_timestamp: new Date(change.at).toISOString(),
    type: kind,
    columns: shown.map(({ name, type }) => ({ name, type })),
    ...(kind === 'DELETE' ? {} : { record: pick(record, shown) }),
    ...(kind === 'INSERT' ? {} : { old_record: keyRecord(table, change, columns) }),
    errors: null,
  })
}

function keyRecord(table: WatchedTable, { oldRow, newRow }: Change, columns: readonly Column[]) {
  const key = columns.filter(({ name }) => table.key.includes(name))
  return pick(oldRow ?? newRow ?? {}, key)
}

function pick(row: ChangedRow, columns: readonly Column[]): ChangedRow {
  return Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null]))
}
