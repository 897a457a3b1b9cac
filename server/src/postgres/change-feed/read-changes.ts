// What was committed since one moment, and before another. Both are snapshots, and so is the answer exact: a change
// is new if its transaction is visible now and was not then, however long it or any other took.
import { z } from 'zod'
import type { Queryable } from '../queryable.ts'

type ChangedRow = Record<string, unknown>

export interface Change {
  /** The transaction, as the row's own xmin would say it. */
  xmin: string
  at: string
  schema: string
  table: string
  kind: 'INSERT' | 'UPDATE' | 'DELETE'
  newRow: ChangedRow | null
  oldRow: ChangedRow | null
}

interface Window {
  since: string
  /** Undefined: now. */
  until?: string | undefined
  /** Changes with higher ids only: the rest of a window that came in parts. */
  after?: string | undefined
  /** Without them only the moment is told. */
  withChanges: boolean
}

/** Of one part; a big transaction comes in several. */
const mostAtOnce = 1000

// Not visible then means: begun later, or under way. So an old transaction costs one look into the index, and
// not a walk over everything that was written since it began.
const text = `
  with until as materialized (select coalesce($2::pg_snapshot, pg_current_snapshot()) as snapshot)
  select until.snapshot::text as until, found.*
  from until left join lateral (
    select c.id, c.schema_name, c.table_name, c.kind, c.new_row, c.old_row, to_json(c.at) #>> '{}' as at,
           (c.xid::text::numeric % 4294967296)::text as xmin
    from (
      select * from realtime.changes where xid >= pg_snapshot_xmax($1::pg_snapshot)
      union all
      select * from realtime.changes where xid in (select pg_snapshot_xip($1::pg_snapshot))
    ) as c
    where $4 and c.id > $3 and pg_visible_in_snapshot(c.xid, until.snapshot)
    order by c.id
    limit ${mostAtOnce}
  ) as found on true
  order by found.id`

const row = z.record(z.string(), z.unknown()).nullable()
const found = z.object({
  until: z.string(),
  id: z.string().nullable(),
  xmin: z.string().nullable(),
  at: z.string().nullable(),
  schema_name: z.string().nullable(),
  table_name: z.string().nullable(),
  kind: z.enum(['INSERT', 'UPDATE', 'DELETE']).nullable(),
  new_row: row,
  old_row: row,
})

export async function readChanges(db: Queryable, window: Window) {
  const { since, until = null, after = '-1', withChanges } = window
  const { rows } = await db.query(text, [since, until, after, withChanges])
  const read = z.array(found).parse(rows)
  const last = read.at(-1)
  if (!last) throw new Error('The database did not say what moment it is.')
  const isWhole = read.length < mostAtOnce
  const rest = isWhole || last.id === null ? undefined : last.id
  return { until: last.until, changes: read.flatMap(changeFrom), rest }
}

export async function presentMoment(db: Queryable) {
  const { rows } = await db.query<{ now: string }>('select pg_current_snapshot()::text as now')
  if (!rows[0]) throw new Error('The database did not say what moment it is.')
  return rows[0].now
}

function changeFrom(given: z.infer<typeof found>): Change[] {
  const { xmin, at, schema_name: schema, table_name: table, kind } = given
  if (xmin === null || at === null || schema === null || table === null || kind === null) return []
  return [{ xmin, at, schema, table, kind, newRow: given.new_row, oldRow: given.old_row }]
}
