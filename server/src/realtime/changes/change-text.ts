// A change as clients get it.
import type { Change } from '../../postgres/change-feed/follow-changes.ts'
import type { Column, WatchedTable } from './tables.ts'
import type { Kind } from './subscriptions.ts'

type ChangedRow = Record<string, unknown>

interface Told {
  change: Change
  table: WatchedTable
  kind: Kind
  /** What of it may be read. */
  columns: readonly Column[]
  /** The row, where the kind has one. */
  record: ChangedRow
}

/** The payload's "data", as JSON. A row that is gone, or was before, is told by its key alone. */
export function changeText({ change, table, kind, columns, record }: Told): string {
  const shown = kind === 'DELETE' ? columns.filter(({ name }) => table.key.includes(name)) : columns
  return JSON.stringify({
    schema: table.schema,
    table: table.name,
    commit_timestamp: new Date(change.at).toISOString(),
    type: kind,
    columns: shown.map(({ name, type }) => ({ name, type })),
    ...(kind === 'DELETE' ? {} : { record: only(record, shown) }),
    ...(kind === 'INSERT' ? {} : { old_record: keyIn(table, change, columns) }),
    errors: null,
  })
}

function keyIn(table: WatchedTable, { oldRow, newRow }: Change, columns: readonly Column[]) {
  const key = columns.filter(({ name }) => table.key.includes(name))
  return only(oldRow ?? newRow ?? {}, key)
}

function only(row: ChangedRow, columns: readonly Column[]): ChangedRow {
  return Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null]))
}
