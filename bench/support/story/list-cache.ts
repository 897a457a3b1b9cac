// Remembers the rows of a user's lists, so that only the affected rows are read after a change, as in the web app (0066).
import { z } from 'zod'
import { maxRowAgeMs } from '../../../web/src/lib/lists/row-age.ts'
import type { ListRow, Query } from './dashboards.ts'
import type { Change } from './live-connection.ts'

const listRows = z.array(
  z.looseObject({ id: z.string(), job: z.optional(z.looseObject({ id: z.string() })) }),
)

type Rows = ReadonlyMap<string, z.infer<typeof listRows>[number]>

interface CachedList {
  rows: Rows
  /** The ids of stale rows, or undefined if all rows are stale. */
  staleIds: Set<string> | undefined
  readAsWholeAt: number
}

export class ListCache {
  readonly #lists = new Map<Query, CachedList>()

  /** Marks the rows that a change affects as stale. */
  markStale(queries: readonly Query[], change: Change) {
    for (const query of queries) {
      const list = this.#lists.get(query)
      if (!list) continue
      const ids = query.findAffectedIds?.([...list.rows.values()].map(toListRow), change)
      if (!ids) list.staleIds = undefined
      for (const id of ids ?? []) list.staleIds?.add(id)
    }
  }

  /** Returns the rows that are still current, and clears the marks. */
  takeCurrentRows(query: Query): Rows {
    const list = this.#lists.get(query)
    if (!list) return new Map()
    const { rows, staleIds, readAsWholeAt } = list
    list.staleIds = new Set()
    const isOld = performance.now() - readAsWholeAt > maxRowAgeMs
    if (!staleIds || isOld) return new Map()
    return new Map([...rows].filter(([id]) => !staleIds.has(id)))
  }

  /** Forgets the rows after a failed read, so that the next one reads all of them. */
  forget(query: Query) {
    this.#lists.delete(query)
  }

  store(query: Query, ids: readonly string[], kept: Rows, body: string) {
    const previous = this.#lists.get(query)
    const rows = pageOf(ids, new Map([...kept, ...parseRows(body)]))
    const staleIds = previous ? previous.staleIds : new Set<string>()
    const now = performance.now()
    const readAsWholeAt = kept.size === 0 ? now : (previous?.readAsWholeAt ?? now)
    this.#lists.set(query, { rows, staleIds, readAsWholeAt })
  }

  /** Returns whether a fresh read has the same rows in the same order. */
  equals(query: Query, ids: readonly string[], body: string) {
    const rows = this.#lists.get(query)?.rows ?? new Map()
    return JSON.stringify([...rows]) === JSON.stringify([...pageOf(ids, parseRows(body))])
  }
}

function parseRows(body: string): Rows {
  return new Map(listRows.parse(JSON.parse(body)).map((row) => [row.id, row]))
}

function pageOf(ids: readonly string[], rows: Rows): Rows {
  return new Map(
    ids.flatMap((id) => {
      const row = rows.get(id)
      return row ? [[id, row]] : []
    }),
  )
}

function toListRow({ id, job }: { id: string; job?: ListRow['job'] | undefined }): ListRow {
  return { id, job: job ?? { id } }
}
