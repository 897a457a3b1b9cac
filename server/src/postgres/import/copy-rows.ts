// Copies the rows of the import plan, and reports the rows that this database rejects.
import type pg from 'pg'
import { z } from 'zod'
import { codeOf } from '../error-code.ts'
import type { ImportPlan, ImportStep } from './import-plan.ts'
import type { Source } from './import-source.ts'

interface CopyOptions {
  source: Source
  target: pg.ClientBase
  plan: ImportPlan
  rejections: RejectedRows
  signal: AbortSignal
}

/**
 * Resolves with the number of rows. Triggers are disabled, so that rows keep their timestamps and inserts have no side
 * effects.
 */
export async function copyRows({ source, target, plan, rejections, signal }: CopyOptions) {
  let written = 0
  for (const table of plan.tables) await target.query(`alter table ${table} disable trigger user`)
  for (const step of plan.steps) {
    const insert = (rows: string[]) => insertRows(target, step, rows)
    for await (const page of source.pages<{ row: string }>(step.select)) {
      signal.throwIfAborted()
      written += await insertBisecting(
        page.map(({ row }) => row),
        insert,
        (row, error) => rejections.add(step, row, describeReason(error)),
      )
    }
  }
  await target.query(finishStatement)
  for (const table of plan.tables) await target.query(`alter table ${table} enable trigger user`)
  await setSequences(target, plan.tables)
  return written

  async function insertRows(client: pg.ClientBase, step: ImportStep, rows: string[]) {
    await client.query('savepoint before_rows')
    try {
      const { rowCount } = await client.query(insertStatement(step), [`[${rows.join(',')}]`])
      await client.query('release savepoint before_rows')
      return rowCount ?? 0
    } catch (error) {
      if (!isRowError(error)) throw error
      await client.query('rollback to savepoint before_rows')
      throw new RowRejectedError(error)
    }
  }
}

class RowRejectedError extends Error {
  constructor(cause: unknown) {
    super('A row was refused.', { cause })
  }
}

/** If the database rejects rows, inserts each half separately, down to the single rows that cause the error. */
async function insertBisecting(
  rows: string[],
  insert: (rows: string[]) => Promise<number>,
  reject: (row: string, error: unknown) => void,
): Promise<number> {
  try {
    return await insert(rows)
  } catch (error) {
    if (!(error instanceof RowRejectedError)) throw error
    const [first = ''] = rows
    if (rows.length === 1) {
      reject(first, error.cause)
      return 0
    }
    const middle = Math.ceil(rows.length / 2)
    return (
      (await insertBisecting(rows.slice(0, middle), insert, reject)) +
      (await insertBisecting(rows.slice(middle), insert, reject))
    )
  }
}

/** Returns whether the error is an invalid value (class 22) or a violated constraint (class 23). */
function isRowError(error: unknown) {
  return /^2[23]/u.test(codeOf(error) ?? '')
}

function insertStatement({ table, columns, hasRows }: ImportStep) {
  const list = columns.join(', ')
  return `insert into ${table} (${list}) overriding system value
    select ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb)
    ${hasRows ? 'on conflict do nothing' : ''}`
}

// The application's function private.finish_import derives the values that the disabled triggers would have derived.
const finishStatement = `
  do $$
  begin
    if to_regprocedure('private.finish_import()') is not null then
      perform private.finish_import();
    end if;
  end
  $$`

/** Moves sequences past the imported values, so that the next row gets a new value. */
async function setSequences(target: pg.ClientBase, tables: string[]) {
  await target.query(
    `do $$
     declare
       numbered record;
       highest bigint;
     begin
       for numbered in
         select a.attrelid::regclass as owner, a.attname, pg_get_serial_sequence(a.attrelid::regclass::text, a.attname) as sequence
         from pg_attribute a
         where a.attrelid = any (array[${tables.map((table) => `'${table}'::regclass`).join(', ')}])
           and a.attnum > 0 and not a.attisdropped
           and pg_get_serial_sequence(a.attrelid::regclass::text, a.attname) is not null
       loop
         execute format('select max(%I) from %s', numbered.attname, numbered.owner) into highest;
         if highest is not null then
           perform setval(numbered.sequence, highest);
         end if;
       end loop;
     end
     $$`,
  )
}

/** The report shows only keys, and at most this many for each table and reason. */
const maxKeysShown = 3

interface RejectionGroup {
  table: string
  reason: string
  count: number
  keys: string[]
}

const rowSchema = z.record(z.string(), z.unknown())

export class RejectedRows {
  readonly #all = new Map<string, RejectionGroup>()

  get count() {
    return [...this.#all.values()].reduce((sum, { count }) => sum + count, 0)
  }

  add({ table, key }: Pick<ImportStep, 'table' | 'key'>, text: string, reason: string) {
    const name = `${table} ${reason}`
    const known = this.#all.get(name) ?? { table, reason, count: 0, keys: [] }
    known.count += 1
    const values = rowSchema.parse(JSON.parse(text))
    if (known.keys.length < maxKeysShown)
      known.keys.push(key.map((part) => String(values[part])).join('/'))
    this.#all.set(name, known)
  }

  lines() {
    return [...this.#all.values()].map(
      ({ table, reason, count, keys }) =>
        `${table}: ${count} ${reason}, such as ${keys.join(', ')}`,
    )
  }
}

const databaseErrorSchema = z.object({
  code: z.string(),
  constraint: z.string().optional(),
  column: z.string().optional(),
})

const reasons: Record<string, string> = {
  '23503': 'with a reference to a missing row',
  '23505': 'duplicate',
  '23P01': 'overlapping with another',
  '23514': 'with a value that is not allowed',
}

/** Describes the reason without PostgreSQL's message, because the message would repeat the value. */
function describeReason(error: unknown) {
  const { code, constraint, column } = databaseErrorSchema.parse(error)
  const reason = reasons[code]
  if (reason !== undefined) return `${reason} (${constraint})`
  if (code === '23502') return `without ${column}`
  return `with a value that cannot be read (${code})`
}
