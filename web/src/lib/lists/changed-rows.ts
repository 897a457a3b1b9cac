// Reads only those rows of a page that a change affects. The other rows stay as they were read.
import type { Query, QueryClient } from '@tanstack/react-query'
import { type ApplyChange, isCurrent } from '../live/apply-change.ts'
import { backgroundRefresher } from '../live/coalesce.ts'
import { refreshInBackground } from '../live/refresh.ts'
import type { Change } from '../live/subjects.ts'
import type { ListPage } from './list-page.ts'

export interface RowReaderOptions<Row> {
  /** Returns the ids of the rows that a change affects, or undefined if the change does not tell. */
  findAffectedIds: (rows: readonly Row[], change: Change) => readonly string[] | undefined
  /** Reads the page, but does not read the rows in `kept` again. */
  readPage: (kept: ReadonlyMap<string, Row>) => Promise<ListPage<Row>>
}

/** Collects the ids of stale rows. `read` reads them soon, and never twice at the same time. */
interface StaleRows {
  ids: Set<string>
  read: () => void
}

const staleRows = new WeakMap<Query, StaleRows>()

/** Makes an `applyChange` that reads the affected rows in the background. */
export function makeRowReader<Row extends { id: string }>({
  findAffectedIds,
  readPage,
}: RowReaderOptions<Row>): ApplyChange {
  return (queries, query, change) => {
    const page = queries.getQueryData<ListPage<Row>>(query.queryKey)
    const ids = page && findAffectedIds(page.rows, change)
    if (!ids) return false
    const stale = staleRows.get(query) ?? makeStaleRows(queries, query, readPage)
    staleRows.set(query, stale)
    for (const id of ids) stale.ids.add(id)
    stale.read()
    return true
  }
}

function makeStaleRows<Row extends { id: string }>(
  queries: QueryClient,
  query: Query,
  readPage: RowReaderOptions<Row>['readPage'],
): StaleRows {
  const ids = new Set<string>()
  const refresh = backgroundRefresher(() => readRows(queries, query, ids, readPage))
  return { ids, read: () => refresh(query.queryKey) }
}

/**
 * Reads the stale rows and puts them into the page. If a read of the whole page is pending, it began after the changes,
 * so the rows need no other read.
 */
async function readRows<Row extends { id: string }>(
  queries: QueryClient,
  query: Query,
  staleIds: Set<string>,
  readPage: RowReaderOptions<Row>['readPage'],
) {
  const { queryKey } = query
  const page = queries.getQueryData<ListPage<Row>>(queryKey)
  const ids = new Set(staleIds)
  staleIds.clear()
  if (!page || !isCurrent(query)) return
  const kept = page.rows.filter(({ id }) => !ids.has(id)).map((row) => [row.id, row] as const)
  const next = await readPage(new Map(kept)).catch(() => undefined)
  if (!isCurrent(query)) return
  // The rows may be older than a change that was applied in the meantime. After an error, the whole page is read again.
  if (!next || queries.getQueryData(queryKey) !== page) refreshInBackground(queries, queryKey)
  else queries.setQueryData(queryKey, next, { updatedAt: query.state.dataUpdatedAt })
}
