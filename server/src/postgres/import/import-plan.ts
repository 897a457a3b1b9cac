// Plans an import by comparing both databases before anything is written.
import type { Queryable } from '../transaction.ts'
import type { Source } from './import-source.ts'
import { knownLosses, platformTables } from './platform-tables.ts'

export interface ImportStep {
  table: string
  key: string[]
  columns: string[]
  /** SQL that returns each row of the source as JSON in the column `row`. */
  select: string
  rows: number
  /** True if the release has inserted rows into this table. These rows are kept. */
  hasRows: boolean
}

export interface ImportPlan {
  steps: ImportStep[]
  /** All tables that are imported. Their triggers are disabled during the import. */
  tables: string[]
  /** Data that is not imported, described for the operator. */
  losses: string[]
  /** Reasons that make the import impossible, described for the operator. */
  obstacles: string[]
}

const platformSchemas = new Set(['auth', 'storage', 'realtime', 'extensions', 'private'])

export async function planImport(source: Source, target: Queryable): Promise<ImportPlan> {
  const sourceTables = await readTables((statement) => source.read(statement))
  const targetTables = await readTables(
    async (statement) => (await target.query<Table>(statement)).rows,
  )
  const imported = [...targetTables.values()].filter(isImported)
  const plan: ImportPlan = {
    steps: [],
    tables: imported.map(({ name }) => name),
    losses: await findLosses(source, sourceTables, targetTables),
    obstacles: [],
  }
  for (const table of sortByReferences(imported)) {
    const sourceTable = sourceTables.get(table.name)
    if (!sourceTable) reportMissingTable(plan, table)
    else await addStep(plan, { source, target, table, sourceTable })
  }
  return plan
}

const isImported = ({ name, schema }: Table) =>
  name in platformTables || !platformSchemas.has(schema)

function reportMissingTable({ losses, obstacles }: ImportPlan, { name, schema }: Table) {
  if (platformSchemas.has(schema))
    obstacles.push(`${name} is missing in the source. Is it a Supabase project?`)
  else losses.push(`${name} is missing in the source, and is derived from the other rows`)
}

interface TablePair {
  source: Source
  target: Queryable
  table: Table
  sourceTable: Table
}

async function addStep(plan: ImportPlan, { source, target, table, sourceTable }: TablePair) {
  const { name, key } = table
  const { replacements, where } = platformTables[name] ?? { replacements: {}, where: 'true' }
  const sourceColumns = new Set(sourceTable.columns.map((column) => column.name))
  const columns = table.columns.filter(
    (column) => !column.isGenerated && sourceColumns.has(column.name),
  )
  const rows = await countRows(source, `${name} where ${where}`)
  for (const column of table.columns) {
    if (!column.isRequired || column.isGenerated || sourceColumns.has(column.name) || rows === 0)
      continue
    plan.obstacles.push(`${name} has no column ${column.name} in the source, and rows need it here`)
  }
  plan.losses.push(...(await findLostColumns(source, table, sourceTable)))
  const chosen = columns.map(
    (column) => `${replacements[column.name] ?? column.name} as ${column.name}`,
  )
  const order = key.length > 0 ? ` order by ${key.join(', ')}` : ''
  plan.steps.push({
    table: name,
    key,
    columns: columns.map((column) => column.name),
    select: `select to_jsonb(t)::text as row from (select ${chosen.join(', ')} from ${name} where ${where}) as t${order}`,
    rows,
    hasRows: (await target.query(`select from ${name} limit 1`)).rows.length > 0,
  })
}

/** Finds columns of the source that have values but do not exist here. */
async function findLostColumns(source: Source, table: Table, sourceTable: Table) {
  if (platformSchemas.has(table.schema)) return []
  const known = new Set(table.columns.map(({ name }) => name))
  const losses: string[] = []
  for (const { name } of sourceTable.columns) {
    if (known.has(name)) continue
    const filled = await countRows(source, `${table.name} where ${name} is not null`)
    if (filled > 0) losses.push(`${table.name}.${name}, which does not exist here: ${filled}`)
  }
  return losses
}

async function findLosses(
  source: Source,
  sourceTables: Map<string, Table>,
  targetTables: Map<string, Table>,
) {
  const losses: string[] = []
  for (const { of, words } of knownLosses) {
    const table = of.split(' ')[0] ?? ''
    const count = sourceTables.has(table) ? await countRows(source, of) : 0
    if (count > 0) losses.push(`${words}: ${count}`)
  }
  for (const { name, schema } of sourceTables.values()) {
    if (schema !== 'public' || targetTables.has(name)) continue
    losses.push(`${name}, which does not exist here: ${await countRows(source, name)}`)
  }
  return losses
}

async function countRows({ read }: Source, what: string) {
  const [found] = await read<{ count: number }>(`select count(*)::integer as count from ${what}`)
  return found?.count ?? 0
}

interface Column {
  name: string
  /** True if the database computes the value. */
  isGenerated: boolean
  /** True if the column is not null and has no default. */
  isRequired: boolean
}

interface Table {
  /** The name includes the schema, and is quoted if necessary. */
  name: string
  schema: string
  columns: Column[]
  /** The columns of the primary key. */
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

async function readTables(read: Read): Promise<Map<string, Table>> {
  const tables = await read(query)
  return new Map(tables.map((table) => [table.name, table]))
}

/** Sorts tables after the tables that they refer to. Tables with circular references come last. */
function sortByReferences(tables: Table[]): Table[] {
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
