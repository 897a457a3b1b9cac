// What would be brought over, and what has no place here: found by comparing both sides, before anything is written.
import type { Queryable } from '../queryable.ts'
import { knownLosses, platformTables } from './platform-tables.ts'
import type { Source } from './source.ts'
import { inOrder, readTables, type Table } from './tables.ts'

export interface Step {
  table: string
  key: string[]
  columns: string[]
  /** Reads the rows there, each as `row`. */
  select: string
  rows: number
  /** The release brought rows of its own: they stay. */
  hasRows: boolean
}

export interface Plan {
  steps: Step[]
  /** The tables of ours whose triggers would make up what is brought over. */
  quiet: string[]
  /** What stays behind. */
  losses: string[]
  /** What makes it impossible. */
  obstacles: string[]
}

const platform = new Set(['auth', 'storage', 'realtime', 'extensions', 'private'])

export async function makePlan(source: Source, target: Queryable): Promise<Plan> {
  const theirs = await readTables((statement) => source.read(statement))
  const ours = await readTables(async (statement) => (await target.query<Table>(statement)).rows)
  const wanted = [...ours.values()].filter(isWanted)
  const plan: Plan = {
    steps: [],
    quiet: wanted.map(({ name }) => name),
    losses: await lossesOf(source, theirs, ours),
    obstacles: [],
  }
  for (const table of inOrder(wanted)) {
    const other = theirs.get(table.name)
    if (!other) noteAbsent(plan, table)
    else await addStep(plan, { source, target, table, other })
  }
  return plan
}

const isWanted = ({ name, schema }: Table) => name in platformTables || !platform.has(schema)

function noteAbsent({ losses, obstacles }: Plan, { name, schema }: Table) {
  if (platform.has(schema)) obstacles.push(`${name} is not there. Is it a Supabase project?`)
  else losses.push(`${name} is not there, and gets what follows from the rest`)
}

interface Pair {
  source: Source
  target: Queryable
  table: Table
  other: Table
}

async function addStep(plan: Plan, { source, target, table, other }: Pair) {
  const { name, key } = table
  const { instead, where } = platformTables[name] ?? { instead: {}, where: 'true' }
  const given = new Set(other.columns.map((column) => column.name))
  const columns = table.columns.filter((column) => !column.isGenerated && given.has(column.name))
  const rows = await countOf(source, `${name} where ${where}`)
  for (const column of table.columns) {
    if (!column.isRequired || column.isGenerated || given.has(column.name) || rows === 0) continue
    plan.obstacles.push(`${name} has no column ${column.name} there, and a row needs it here`)
  }
  plan.losses.push(...(await columnsLost(source, table, other)))
  const chosen = columns.map((column) => `${instead[column.name] ?? column.name} as ${column.name}`)
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

/** Columns of theirs that we do not have, where anything stands in them. */
async function columnsLost(source: Source, table: Table, other: Table) {
  if (platform.has(table.schema)) return []
  const known = new Set(table.columns.map(({ name }) => name))
  const losses: string[] = []
  for (const { name } of other.columns) {
    if (known.has(name)) continue
    const filled = await countOf(source, `${table.name} where ${name} is not null`)
    if (filled > 0) losses.push(`${table.name}.${name}, which has no place here: ${filled}`)
  }
  return losses
}

async function lossesOf(source: Source, theirs: Map<string, Table>, ours: Map<string, Table>) {
  const losses: string[] = []
  for (const { of, words } of knownLosses) {
    const table = of.split(' ')[0] ?? ''
    const count = theirs.has(table) ? await countOf(source, of) : 0
    if (count > 0) losses.push(`${words}: ${count}`)
  }
  for (const { name, schema } of theirs.values()) {
    if (schema !== 'public' || ours.has(name)) continue
    losses.push(`${name}, which has no place here: ${await countOf(source, name)}`)
  }
  return losses
}

async function countOf({ read }: Source, what: string) {
  const [found] = await read<{ count: number }>(`select count(*)::integer as count from ${what}`)
  return found?.count ?? 0
}
