// Creates the code of the application schema. Everything that the previous release created is dropped first.
import type pg from 'pg'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { codeOf } from '../error-code.ts'
import { type DatabaseObject, findNewObjects, listObjects } from './code-inventory.ts'
import type { SqlFile } from './release.ts'
import { runSqlFile, SqlFileFailure } from './run-sql.ts'

/** Drops objects in the reverse order of their creation. An object is dropped after the objects that depend on it. */
export async function dropCode(client: pg.ClientBase) {
  const { rows } = await client.query<{ drop_command: string }>(
    'select drop_command from private.code_objects order by position desc',
  )
  let waiting = rows.map((row) => row.drop_command)
  while (waiting.length > 0) {
    const retries: string[] = []
    let failure: unknown
    for (const command of waiting) {
      const reason = await tryDrop(client, command)
      if (reason) retries.push(command)
      failure ??= reason
    }
    if (retries.length === waiting.length) throw failure
    waiting = retries
  }
  await client.query('delete from private.code_objects')
}

const dependentObjectsCode = '2BP01'
const undefinedObjectCode = '42704'

/** Returns the error if other objects depend on the object. */
async function tryDrop(client: pg.ClientBase, command: string) {
  try {
    await client.query(`savepoint before_drop; ${command}; release savepoint before_drop`)
    return undefined
  } catch (error) {
    await client.query('rollback to savepoint before_drop')
    // If the role of a grant was dropped, the grant was dropped with it.
    if (codeOf(error) === undefinedObjectCode) return undefined
    if (codeOf(error) !== dependentObjectsCode) throw error
    return error
  }
}

export async function createCode(client: pg.ClientBase, files: SqlFile[]) {
  const before = await listObjects(client)
  await createInAnyOrder(client, files)
  const created = findNewObjects(before, await listObjects(client))
  refuseLastingObjects(created)
  await client.query(
    `insert into private.code_objects (position, kind, name, drop_command)
     select position, kind, name, drop_command
     from jsonb_to_recordset($1) as thing(
       position integer, kind text, name text, drop_command text
     )`,
    [JSON.stringify(created.map(toRow))],
  )
}

/**
 * A file that needs an object from another file is retried after that file. Resolves with the files in an order that
 * works.
 */
export async function createInAnyOrder(client: pg.ClientBase, files: SqlFile[]) {
  const created: SqlFile[] = []
  let waiting = files
  while (waiting.length > 0) {
    const retries: SqlFile[] = []
    const reasons: string[] = []
    for (const file of waiting) {
      const reason = await tryRun(client, file)
      if (!reason) {
        created.push(file)
        continue
      }
      retries.push(file)
      reasons.push(reason.message)
    }
    // The error lists all reasons, so that the cause is easier to find.
    if (retries.length === waiting.length) throw new StartupFailure(reasons.join('\n'))
    waiting = retries
  }
  return created
}

// These codes mean an undefined table, column, function, object or schema.
const missingObjectCodes = new Set(['42P01', '42703', '42883', '42704', '3F000'])

/** Returns the error if the file needs an object that does not exist yet. */
async function tryRun(client: pg.ClientBase, file: SqlFile) {
  await client.query('savepoint before_file')
  try {
    await runSqlFile(client, file)
    await client.query('release savepoint before_file')
    return undefined
  } catch (error) {
    if (!(error instanceof SqlFileFailure && missingObjectCodes.has(error.code ?? ''))) throw error
    await client.query('rollback to savepoint before_file')
    return error
  }
}

function refuseLastingObjects(created: DatabaseObject[]) {
  const lasting = created.find((one) => one.dropCommand === null)
  if (!lasting) return
  throw new StartupFailure(
    `code/ creates or changes the ${lasting.kind} ${lasting.name}. It belongs into a migration.`,
  )
}

function toRow({ kind, name, dropCommand }: DatabaseObject, position: number) {
  return { position, kind, name, drop_command: dropCommand }
}
