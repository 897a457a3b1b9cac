// Remembers the rows of a user's lists, so that only the affected rows are read after a change, as in the web app (0066).
import { z } from 'zod'
import type { ListRow, Query } from './dashboards.ts'
import type { Change } from './live-connection.ts'

const rows = z.array(z.object({ id: z.string(), job: z.optional(z.object({ id: z.string() })) }))

type Rows = ReadonlyMap<string, ListRow>

export class ListCache {
  readonly #rows = new Map<Query, Rows>()
  readonly #staleIds = new Map<Query, Set<string> | 'all'>()

  /** Marks the rows that a change affects as stale. */
  markStale(queries: readonly Query[], change: Change) {
    for (const query of queries) {
      const stale = this.#staleIds.get(query) ?? new Set<string>()
      const ids = query.findAffectedIds?.([...(this.#rows.get(query)?.values() ?? [])], change)
      this.#staleIds.set(query, ids && stale !== 'all' ? new Set([...stale, ...ids]) : 'all')
    }
  }

  /** Returns the rows that are still current, and clears the marks. Before the first read, no row is current. */
  takeCurrentRows(query: Query): Rows {
    const stale = this.#staleIds.get(query) ?? 'all'
    this.#staleIds.delete(query)
    if (stale === 'all') return new Map()
    const known = this.#rows.get(query) ?? []
    return new Map([...known].filter(([id]) => !stale.has(id)))
  }

  store(query: Query, kept: Rows, body = '[]') {
    const read = rows
      .parse(JSON.parse(body))
      .map(({ id, job }) => [id, { id, job: job ?? { id } }] as const)
    this.#rows.set(query, new Map([...kept, ...read]))
  }
}
