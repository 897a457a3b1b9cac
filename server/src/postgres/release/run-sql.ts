// Runs an SQL file, and reports the line of a failure.
import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { DatabaseError } from 'pg'
import { messageOf } from '../../message-of.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { codeOf } from '../error-code.ts'
import type { SqlFile } from './release.ts'
import { lineOfPosition, lineOfStatement, lineOfTransactionCommand } from './statements.ts'

export class SqlFileFailure extends StartupFailure {
  /** The SQLSTATE of the cause. */
  code: string | undefined

  constructor(file: SqlFile, line: number, cause: unknown) {
    super(`${file.path}:${line}: ${messageOf(cause)}`, { cause })
    this.code = codeOf(cause)
  }
}

/** Turns off the log of slow statements until the transaction ends, because PostgreSQL would log the whole file. */
const withoutSlowLog = `
  select set_config('log_min_duration_statement', '-1', true)
  where has_parameter_privilege('log_min_duration_statement', 'set')`

/** Runs the file in the open transaction, which the file must not end. */
export async function runSqlFile(client: pg.ClientBase, file: SqlFile) {
  const forbidden = lineOfTransactionCommand(file.text)
  if (forbidden) {
    throw new SqlFileFailure(file, forbidden, 'a file must not begin or end a transaction')
  }
  await client.query(withoutSlowLog)
  const statements = countStatements(client)
  try {
    await client.query(file.text)
  } catch (error) {
    throw new SqlFileFailure(file, lineOf(error, file.text, statements.done), error)
  } finally {
    statements.stop()
  }
}

function countStatements(client: pg.ClientBase) {
  const counter = { done: 0, stop: () => {} }
  const events = 'connection' in client ? client.connection : undefined
  if (!(events instanceof EventEmitter)) return counter
  const count = () => (counter.done += 1)
  events.on('commandComplete', count)
  counter.stop = () => events.off('commandComplete', count)
  return counter
}

function lineOf(error: unknown, text: string, statementsDone: number) {
  const position = error instanceof DatabaseError ? Number(error.position) : NaN
  if (Number.isNaN(position)) return lineOfStatement(text, statementsDone)
  return lineOfPosition(text, position - 1)
}
