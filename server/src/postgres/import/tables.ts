// The tables of a database and what their columns take, read in the same way on both sides.
interface Column {
  name: string
  /** Computed by the database itself. */
  isGenerated: boolean
  /** A row has to bring it. */
  isRequired: boolean
}

export interface Table {
  /** With its schema, quoted where it has to be. */
  name: string
  schema: string
  columns: Column[]
  /** The columns that a row is told by. */
  key: string[]
  refersTo: string[]
}

const query = `
  select c.oid::regclass::text as name, n.nspname as schema,
    (
      select jsonb_agg(jsonb_build_object(
        'name', quote_ident(a.attname),
        'isGenerated', a.attgenerated <> '',
        'isRequired', a.attnotnull and not a.atthasdef and a.attidentity = ''
      ) order by a.attnum)
      from pg_catalog.pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ) as columns,
    array(
      select a.attname::text
      from pg_catalog.pg_index i join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = c.oid and i.indisprimary
      order by a.attnum
    ) as key,
    array(
      select distinct r.confrelid::regclass::text
      from pg_catalog.pg_constraint r
      where r.conrelid = c.oid and r.contype = 'f' and r.confrelid <> c.oid
    ) as "refersTo"
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition
    and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  order by 1`

type Read = (statement: string) => Promise<Table[]>

export async function readTables(read: Read): Promise<Map<string, Table>> {
  const tables = await read(query)
  return new Map(tables.map((table) => [table.name, table]))
}

/** Each after those that it refers to. What refers to each other in a circle stands at the end. */
export function inOrder(tables: Table[]): Table[] {
  const ordered: Table[] = []
  let waiting = tables
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name))
    const ready = waiting.filter(({ refersTo }) => !refersTo.some((other) => names.has(other)))
    if (ready.length === 0) return [...ordered, ...waiting]
    ordered.push(...ready)
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return ordered
}
