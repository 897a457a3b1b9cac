// Loads the tables whose changes are recorded, and the columns that each role may read.
import { z } from 'zod'
import { readCatalog } from '../../postgres/catalog.ts'
import type { Pool } from '../../postgres/database.ts'

export interface Column {
  name: string
  /** The catalog name of the type, such as int4 or _text, which clients need to convert values. */
  type: string
  /** The name of the type in a cast. */
  cast: string
}

export interface ReadableColumns {
  columns: readonly Column[]
  /** True if the role may read the whole table, including its system columns. */
  isWhole: boolean
}

export interface WatchedTable {
  oid: string
  schema: string
  name: string
  columns: readonly Column[]
  key: readonly string[]
  readable: ReadonlyMap<string, ReadableColumns>
  /** The columns that the table's policies depend on. */
  visibilityColumns: ReadonlySet<string>
}

/** Watched tables by schema.name. */
export type WatchedTables = ReadonlyMap<string, WatchedTable>

const selectTables = `
  select c.oid::text, n.nspname as schema, c.relname as name,
    array(
      select json_build_object('name', a.attname, 'type', t.typname, 'cast', format_type(a.atttypid, a.atttypmod))
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      order by a.attnum
    ) as columns,
    array(
      select a.attname::text
      from pg_index i, unnest(i.indkey) with ordinality as k(number, place)
        join pg_attribute a on a.attnum = k.number
      where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid
      order by k.place
    ) as key,
    array(
      select json_build_object(
        'role', r.rolname,
        'isWhole', has_table_privilege(r.oid, c.oid, 'select'),
        'columns', array(
          select a.attname from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and has_column_privilege(r.oid, c.oid, a.attnum, 'select')
        )
      )
      from pg_roles r
      where r.rolname in ('anon', 'authenticated', 'service_role') and has_schema_privilege(r.oid, n.oid, 'usage')
    ) as readers,
    c.relrowsecurity as "isSecured",
    array(
      select distinct a.attname::text
      from pg_policy p
        join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid
          and d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid
        join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
      where p.polrelid = c.oid and p.polcmd in ('r', '*')
    ) as sight
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where exists (
    select from pg_trigger g
    where g.tgrelid = c.oid and g.tgfoid = 'realtime.record_change()'::regprocedure and g.tgenabled <> 'D'
  )`

const tableRow = z.object({
  oid: z.string(),
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string(), cast: z.string() })),
  key: z.array(z.string()),
  readers: z.array(
    z.object({ role: z.string(), isWhole: z.boolean(), columns: z.array(z.string()) }),
  ),
  isSecured: z.boolean(),
  sight: z.array(z.string()),
})

export async function loadWatchedTables(pool: Pool): Promise<WatchedTables> {
  const [rows] = await readCatalog(pool, [{ text: selectTables, values: [] }])
  const tables = z.array(tableRow).parse(rows).map(tableFrom)
  return new Map(tables.map((table) => [qualifiedName(table), table]))
}

export function qualifiedName({ schema, name }: { schema: string; name: string }) {
  return `${schema}.${name}`
}

export function rowKeyOf({ key }: WatchedTable, changed: Record<string, unknown>) {
  return JSON.stringify(key.map((column) => changed[column] ?? null))
}

export function rowIdOf({ oid }: WatchedTable, key: string) {
  return `${oid}\n${key}`
}

function tableFrom({
  readers,
  isSecured,
  sight,
  ...table
}: z.infer<typeof tableRow>): WatchedTable {
  const { columns } = table
  const readable = readers.map(({ role, isWhole, columns: names }): [string, ReadableColumns] => [
    role,
    { isWhole, columns: columns.filter(({ name }) => names.includes(name)) },
  ])
  // For a policy on the whole row, the catalog lists no columns, so all columns count.
  const deciding = sight.length > 0 ? sight : columns.map(({ name }) => name)
  return {
    ...table,
    readable: new Map(readable),
    visibilityColumns: new Set(isSecured ? deciding : []),
  }
}
