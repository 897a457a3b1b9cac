// Remembers the rows of a user's lists, so that a change reads only the affected rows, as in the web app (0066).
import { z } from 'zod'
import type { JobRow, Query } from './dashboards.ts'
import type { Change } from './live-connection.ts'

const rows = z.array(z.object({ id: z.string(), job: z.optional(z.object({ id: z.string() })) }))

type Rows = ReadonlyMap<string, JobRow>

export class KnownLists {
  readonly #known = new Map<Query, Rows>()
  readonly #dueIds = new Map<Query, Set<string> | 'all'>()

  /** Notes which rows of the queries a change affects. */
  note(queries: readonly Query[], change: Change) {
    for (const query of queries) {
      const due = this.#dueIds.get(query) ?? new Set<string>()
      const ids = query.affectedIds?.([...(this.#known.get(query)?.values() ?? [])], change)
      this.#dueIds.set(query, ids && due !== 'all' ? new Set([...due, ...ids]) : 'all')
    }
  }

  /** Returns the rows that need no read. The first read of a list needs all rows. */
  takeKept(query: Query): Rows {
    const due = this.#dueIds.get(query) ?? 'all'
    this.#dueIds.delete(query)
    if (due === 'all') return new Map()
    const known = this.#known.get(query) ?? []
    return new Map([...known].filter(([id]) => !due.has(id)))
  }

  store(query: Query, kept: Rows, body = '[]') {
    const read = rows
      .parse(JSON.parse(body))
      .map(({ id, job }) => [id, { id, job: job ?? { id } }] as const)
    this.#known.set(query, new Map([...kept, ...read]))
  }
}
