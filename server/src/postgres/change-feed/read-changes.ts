// Reads the changes whose transactions became visible between two snapshots. No change is missed or read twice, however
// long a transaction takes.
import { z } from 'zod'
import type { Queryable } from '../transaction.ts'

type ChangedRow = Record<string, unknown>

export interface Change {
  /** The transaction id, in the same form as the row's xmin. */
  xmin: string
  at: string
  schema: string
  table: string
  kind: 'INSERT' | 'UPDATE' | 'DELETE'
  newRow: ChangedRow | null
  oldRow: ChangedRow | null
  /** The groups that see the new row, or null if the table has no declared audience. */
  newAudience: string[] | null
  /** The groups that saw the old row. */
  oldAudience: string[] | null
}

interface ChangeWindow {
  since: string
  /** The later snapshot, by default the current one. */
  until?: string | undefined
  /** The last id of the previous part, if the window is read in parts. */
  after?: string | undefined
  /** If false, the result contains the current snapshot and no changes. */
  withChanges: boolean
}

/** A window with more changes than this is read in several parts. */
const maxChanges = 1000

// Transactions that were running at the earlier snapshot are read separately. So a long transaction costs one index
// lookup, and no scan of all changes since its start.
const query = `
  with until as materialized (select coalesce($2::pg_snapshot, pg_current_snapshot()) as snapshot)
  select until.snapshot::text as until, found.*
  from until left join lateral (
    select c.id, c.schema_name, c.table_name, c.kind, c.new_row, c.old_row, c.new_audience, c.old_audience,
           to_json(c.at) #>> '{}' as at,
           (c.xid::text::numeric % 4294967296)::text as xmin
    from (
      select * from realtime.changes where xid >= pg_snapshot_xmax($1::pg_snapshot)
      union all
      select * from realtime.changes where xid in (select pg_snapshot_xip($1::pg_snapshot))
    ) as c
    where $4 and c.id > $3 and pg_visible_in_snapshot(c.xid, until.snapshot)
    order by c.id
    limit ${maxChanges}
  ) as found on true
  order by found.id`

const groupNames = z.array(z.string()).nullable()
const rowValues = z.record(z.string(), z.unknown()).nullable()
const rowSchema = z.object({
  until: z.string(),
  id: z.string().nullable(),
  xmin: z.string().nullable(),
  at: z.string().nullable(),
  schema_name: z.string().nullable(),
  table_name: z.string().nullable(),
  kind: z.enum(['INSERT', 'UPDATE', 'DELETE']).nullable(),
  new_row: rowValues,
  old_row: rowValues,
  new_audience: groupNames,
  old_audience: groupNames,
})

export async function readChanges(db: Queryable, window: ChangeWindow) {
  const { since, until = null, after = '-1', withChanges } = window
  const { rows } = await db.query(query, [since, until, after, withChanges])
  const read = z.array(rowSchema).parse(rows)
  const last = read.at(-1)
  if (!last) throw new Error('The database did not return its snapshot.')
  const isWhole = read.length < maxChanges
  const rest = isWhole || last.id === null ? undefined : last.id
  return { until: last.until, changes: read.flatMap(toChange), rest }
}

export async function readCurrentSnapshot(db: Queryable) {
  const { rows } = await db.query<{ now: string }>('select pg_current_snapshot()::text as now')
  if (!rows[0]) throw new Error('The database did not return its snapshot.')
  return rows[0].now
}

function toChange(row: z.infer<typeof rowSchema>): Change[] {
  const { xmin, at, schema_name: schema, table_name: table, kind } = row
  if (xmin === null || at === null || schema === null || table === null || kind === null) return []
  const { new_row: newRow, old_row: oldRow } = row
  const { new_audience: newAudience, old_audience: oldAudience } = row
  return [{ xmin, at, schema, table, kind, newRow, oldRow, newAudience, oldAudience }]
}
