// Reads only those rows of a page that a change affects. The other rows stay as they were read.
import type { Query, QueryClient } from '@tanstack/react-query'
import { type ApplyChange, isCurrent } from '../live/apply-change.ts'
import { backgroundRefresher } from '../live/coalesce.ts'
import { refreshInBackground } from '../live/refresh.ts'
import type { Change } from '../live/subjects.ts'
import type { ListPage } from './list-page.ts'

export interface ChangedRows<Row> {
  /** Returns the ids of the rows that a change affects, or undefined if only a read of the page can tell. */
  affectedIds: (rows: readonly Row[], change: Change) => readonly string[] | undefined
  /** Reads the page, but takes the rows in `kept` from there. */
  readPage: (kept: ReadonlyMap<string, Row>) => Promise<ListPage<Row>>
}

/** The ids of the rows to read, and the function that reads them at most once at a time. */
interface DueRows {
  ids: Set<string>
  read: () => void
}

const dueRows = new WeakMap<Query, DueRows>()

/** Makes an `applyChange` that soon reads the affected rows. */
export function readChangedRows<Row extends { id: string }>({
  affectedIds,
  readPage,
}: ChangedRows<Row>): ApplyChange {
  return (queries, query, change) => {
    const page = queries.getQueryData<ListPage<Row>>(query.queryKey)
    const ids = page && affectedIds(page.rows, change)
    if (!ids) return false
    const due = dueRows.get(query) ?? makeDueRows(queries, query, readPage)
    dueRows.set(query, due)
    for (const id of ids) due.ids.add(id)
    due.read()
    return true
  }
}

function makeDueRows<Row extends { id: string }>(
  queries: QueryClient,
  query: Query,
  readPage: ChangedRows<Row>['readPage'],
): DueRows {
  const ids = new Set<string>()
  const refresh = backgroundRefresher(() => readRows(queries, query, ids, readPage))
  return { ids, read: () => refresh(query.queryKey) }
}

/** A pending read of the whole page began after the changes, so it takes the place of this one. */
async function readRows<Row extends { id: string }>(
  queries: QueryClient,
  query: Query,
  due: Set<string>,
  readPage: ChangedRows<Row>['readPage'],
) {
  const { queryKey } = query
  const page = queries.getQueryData<ListPage<Row>>(queryKey)
  const ids = new Set(due)
  due.clear()
  if (!page || !isCurrent(query)) return
  const kept = page.rows.filter(({ id }) => !ids.has(id)).map((row) => [row.id, row] as const)
  const next = await readPage(new Map(kept)).catch(() => undefined)
  if (!isCurrent(query)) return
  // The rows may be older than a change that was applied in the meantime. After an error, the whole page is read again.
  if (!next || queries.getQueryData(queryKey) !== page) refreshInBackground(queries, queryKey)
  else queries.setQueryData(queryKey, next, { updatedAt: query.state.dataUpdatedAt })
}
