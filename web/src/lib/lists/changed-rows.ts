// Reads only those rows of a page that a change affects. The other rows stay as they were read.
import type { Query, QueryClient } from '@tanstack/react-query'
import { type ApplyChange, isCurrent, patchData } from '../live/apply-change.ts'
import { backgroundRefresher } from '../live/coalesce.ts'
import { refreshInBackground } from '../live/refresh.ts'
import type { Change } from '../live/subjects.ts'
import type { ListPage } from './list-page.ts'
import { maxRowAgeMs } from './row-age.ts'

export interface RowReading<Row> {
  /** Applies a change to a page. Returns undefined if the affected rows have to be read. */
  applyChange?: (page: ListPage<Row>, change: Change) => ListPage<Row> | undefined
  /** Returns the ids of the rows that a change affects, or undefined if the change does not tell. */
  findAffectedIds: (rows: readonly Row[], change: Change) => readonly string[] | undefined
  /** Reads the page, but does not read the rows in `kept` again. */
  readPage: (kept: ReadonlyMap<string, Row>) => Promise<ListPage<Row>>
}

/** The changes whose rows have to be read. `read` reads them soon, and never twice at the same time. */
interface RowReader {
  changes: Change[]
  isReading: boolean
  read: () => void
}

const rowReaders = new WeakMap<Query, RowReader>()

/** Makes an `applyChange` that applies a change, or reads the affected rows in the background. */
export function applyOrReadRows<Row extends { id: string }>(reading: RowReading<Row>): ApplyChange {
  const patch = reading.applyChange && patchData(reading.applyChange)
  return (queries, query, change) => {
    const reader = rowReaders.get(query) ?? makeRowReader(queries, query, reading)
    rowReaders.set(query, reader)
    // The response to a pending read may be older than the change, so the row has to be read again.
    if (!reader.isReading && patch?.(queries, query, change) === true) return true
    const page = queries.getQueryData<ListPage<Row>>(query.queryKey)
    const isOld = Date.now() - query.state.dataUpdatedAt > maxRowAgeMs
    if (!page || isOld || !query.isActive()) return false
    if (!reading.findAffectedIds(page.rows, change)) return false
    reader.changes.push(change)
    reader.read()
    return true
  }
}

function makeRowReader<Row extends { id: string }>(
  queries: QueryClient,
  query: Query,
  reading: RowReading<Row>,
): RowReader {
  const refresh = backgroundRefresher(() => readRows(queries, query, reader, reading))
  const reader = { changes: [], isReading: false, read: () => refresh(query.queryKey) }
  return reader
}

/** Reads the affected rows and puts them into the page. Reads the whole page if its data is not current. */
async function readRows<Row extends { id: string }>(
  queries: QueryClient,
  query: Query,
  reader: RowReader,
  { findAffectedIds, readPage }: RowReading<Row>,
) {
  const { queryKey } = query
  const changes = reader.changes.splice(0)
  const page = queries.getQueryData<ListPage<Row>>(queryKey)
  if (!page || !isCurrent(query)) return refreshInBackground(queries, queryKey)
  const ids = new Set(changes.flatMap((change) => findAffectedIds(page.rows, change) ?? []))
  const kept = page.rows.filter(({ id }) => !ids.has(id)).map((row) => [row.id, row] as const)
  reader.isReading = true
  const next = await readPage(new Map(kept)).catch(() => undefined)
  reader.isReading = false
  const isUnchanged = isCurrent(query) && queries.getQueryData(queryKey) === page
  // After a failure, the read of the whole page tries again and reports the error.
  if (!next || !isUnchanged) return refreshInBackground(queries, queryKey)
  queries.setQueryData(queryKey, next, { updatedAt: query.state.dataUpdatedAt })
}
