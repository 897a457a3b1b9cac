// Rows from there to here, all in one transaction: each is checked by every key, constraint and index, and is as it was
// there, for the triggers that stamp and follow a row are off.
import type pg from 'pg'
import { codeOf } from '../error-code.ts'
import type { Plan, Step } from './plan.ts'
import { type Refusals, reasonOf } from './refusals.ts'
import type { Source } from './source.ts'

interface Bringing {
  source: Source
  target: pg.ClientBase
  plan: Plan
  refusals: Refusals
  signal: AbortSignal
}

/** Resolves with how many rows came in. */
export async function bringRows({ source, target, plan, refusals, signal }: Bringing) {
  let written = 0
  for (const table of plan.quiet) await target.query(`alter table ${table} disable trigger user`)
  for (const step of plan.steps) {
    const insert = (rows: string[]) => insertRows(target, step, rows)
    for await (const page of source.pages<{ row: string }>(step.select)) {
      signal.throwIfAborted()
      written += await bringSound(
        page.map(({ row }) => row),
        insert,
        (row, error) => refusals.add(step, row, reasonOf(error)),
      )
    }
  }
  await target.query(finish)
  for (const table of plan.quiet) await target.query(`alter table ${table} enable trigger user`)
  await setSequences(target, plan.quiet)
  return written

  async function insertRows(client: pg.ClientBase, step: Step, rows: string[]) {
    await client.query('savepoint before_rows')
    try {
      const { rowCount } = await client.query(insertInto(step), [`[${rows.join(',')}]`])
      await client.query('release savepoint before_rows')
      return rowCount ?? 0
    } catch (error) {
      if (!isOfTheRow(error)) throw error
      await client.query('rollback to savepoint before_rows')
      throw new RowRefused(error)
    }
  }
}

class RowRefused extends Error {
  constructor(cause: unknown) {
    super('A row was refused.', { cause })
  }
}

/** Halves what is refused until the rows stand alone that are to blame. */
async function bringSound(
  rows: string[],
  insert: (rows: string[]) => Promise<number>,
  refuse: (row: string, error: unknown) => void,
): Promise<number> {
  try {
    return await insert(rows)
  } catch (error) {
    if (!(error instanceof RowRefused)) throw error
    const [first = ''] = rows
    if (rows.length === 1) {
      refuse(first, error.cause)
      return 0
    }
    const middle = Math.ceil(rows.length / 2)
    return (
      (await bringSound(rows.slice(0, middle), insert, refuse)) +
      (await bringSound(rows.slice(middle), insert, refuse))
    )
  }
}

/** A value that is none (22), or that a constraint does not take (23). */
function isOfTheRow(error: unknown) {
  return /^2[23]/u.test(codeOf(error) ?? '')
}

function insertInto({ table, columns, hasRows }: Step) {
  const list = columns.join(', ')
  return `insert into ${table} (${list}) overriding system value
    select ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb)
    ${hasRows ? 'on conflict do nothing' : ''}`
}

// What the product makes of rows that came without its triggers.
const finish = `
  do $$
  begin
    if to_regprocedure('private.finish_import()') is not null then
      perform private.finish_import();
    end if;
  end
  $$`

/** Behind what came, so that the next row gets a number of its own. */
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
