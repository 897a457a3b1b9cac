// The product's code: functions, views, triggers, policies and grants, in today's text only. Before
// it is created anew, exactly what it created the last time is dropped.
import type pg from 'pg'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { codeOf } from '../error-code.ts'
import { newThings, takeInventory, type Thing } from './inventory.ts'
import { runSqlFile, SqlFileFailure } from './run-sql.ts'
import type { SqlFile } from './sql-files.ts'

/** The last that was created goes first; what something else still needs is tried again after it. */
export async function dropCode(client: pg.ClientBase) {
  const { rows } = await client.query<{ drop_command: string }>(
    'select drop_command from private.code_objects order by position desc',
  )
  let waiting = rows.map((row) => row.drop_command)
  while (waiting.length > 0) {
    const needed: string[] = []
    let failure: unknown
    for (const command of waiting) {
      const reason = await whyNeeded(client, command)
      if (reason) needed.push(command)
      failure ??= reason
    }
    if (needed.length === waiting.length) throw failure
    waiting = needed
  }
  await client.query('delete from private.code_objects')
}

const dependents = '2BP01'
const noSuchRole = '42704'

/** Drops one thing; where another depends on it, leaves it and says so. */
async function whyNeeded(client: pg.ClientBase, command: string) {
  try {
    await client.query(`savepoint before_drop; ${command}; release savepoint before_drop`)
    return undefined
  } catch (error) {
    await client.query('rollback to savepoint before_drop')
    // A right of a role that somebody dropped went with it.
    if (codeOf(error) === noSuchRole) return undefined
    if (codeOf(error) !== dependents) throw error
    return error
  }
}

export async function createCode(client: pg.ClientBase, files: SqlFile[]) {
  const before = await takeInventory(client)
  await createInAnyOrder(client, files)
  const created = newThings(before, await takeInventory(client))
  refuseWhatMustLast(created)
  await client.query(
    `insert into private.code_objects (position, kind, name, drop_command)
     select position, kind, name, drop_command
     from jsonb_to_recordset($1) as thing(
       position integer, kind text, name text, drop_command text
     )`,
    [JSON.stringify(created.map(asRow))],
  )
}

/** Files need no order: one that misses what another creates is tried again after it. Resolves with one that they have. */
export async function createInAnyOrder(client: pg.ClientBase, files: SqlFile[]) {
  const created: SqlFile[] = []
  let waiting = files
  while (waiting.length > 0) {
    const missed: SqlFile[] = []
    const reasons: string[] = []
    for (const file of waiting) {
      const reason = await whyIncomplete(client, file)
      if (!reason) {
        created.push(file)
        continue
      }
      missed.push(file)
      reasons.push(reason.message)
    }
    // Which of them is to blame, a reader sees sooner than we do.
    if (missed.length === waiting.length) throw new StartupFailure(reasons.join('\n'))
    waiting = missed
  }
  return created
}

// Undefined table, column, function, object, schema.
const missing = new Set(['42P01', '42703', '42883', '42704', '3F000'])

/** Runs the file; where it needs what does not stand yet, undoes it and says what. */
async function whyIncomplete(client: pg.ClientBase, file: SqlFile) {
  await client.query('savepoint before_file')
  try {
    await runSqlFile(client, file)
    await client.query('release savepoint before_file')
    return undefined
  } catch (error) {
    if (!(error instanceof SqlFileFailure && missing.has(error.code ?? ''))) throw error
    await client.query('rollback to savepoint before_file')
    return error
  }
}

function refuseWhatMustLast(created: Thing[]) {
  const lasting = created.find((thing) => thing.dropCommand === null)
  if (!lasting) return
  throw new StartupFailure(
    `code/ creates or changes the ${lasting.kind} ${lasting.name}. It belongs into a migration.`,
  )
}

function asRow({ kind, name, dropCommand }: Thing, position: number) {
  return { position, kind, name, drop_command: dropCommand }
}
