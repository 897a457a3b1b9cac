// Runs statements with the caller's role and claims, so that row security applies to them.
import { isVisitor } from '../http/identity.ts'
import { parseRaisedError } from '../http/raised-errors.ts'
import { isConnectionLost } from '../postgres/error-code.ts'
import { DatabaseRefusal } from '../postgres/pool/errors.ts'
import {
  type Batch,
  NoConnectionError,
  type Row,
  type Statement,
} from '../postgres/pool/request-pool.ts'
import type { Caller } from './caller.ts'
import {
  alreadyExists,
  bucketNotEmpty,
  busy,
  forbidden,
  invalid,
  queryTimedOut,
  StorageError,
} from './errors.ts'
import type { StorageDependencies } from './storage-dependencies.ts'

export type { Statement }

/** Switches to the caller's role and checks the session, so that every server refuses an ended session immediately. */
export function becomeCaller({ identity, method, path, headers, operation }: Caller): Statement {
  return {
    text: `select
      set_config('search_path', 'storage, public, extensions', true),
      set_config('request.jwt.claims', $1, true),
      set_config('request.method', $2, true),
      set_config('request.path', $3, true),
      set_config('request.headers', $4, true),
      set_config('storage.operation', $5, true),
      auth.assert_session($6),
      set_config('role', $7, true)`,
    values: [
      identity.claims,
      method,
      path,
      headers,
      operation,
      identity.sessionId ?? null,
      identity.role,
    ],
  }
}

/** Switches to the server's role, to read rows that the caller may be unable to see, such as public objects. */
export const becomeServer: Statement = {
  text: `select set_config('request.jwt.claims', '{"role":"service_role"}', true),
    set_config('role', 'service_role', true)`,
  values: [],
}

/** Runs the statements in one transaction. Each statement returns rows with a single JSON column. */
export async function queryAs(
  { requests, databaseQueue }: StorageDependencies,
  caller: Caller,
  statements: Statement[],
): Promise<unknown[][]> {
  const { identity, queueKey } = caller
  const all = [becomeCaller(caller), ...statements]
  return translateErrors(async () => {
    const results = await databaseQueue.run({ key: queueKey, identity }, (user) =>
      requests.batch(identity.role, all, { priority: 'normal', user }),
    )
    return results.slice(1).map(parseRows)
  })
}

/** Runs a statement with the rights of the server. */
export async function queryAsServer(
  { requests, databaseQueue }: StorageDependencies,
  queueKey: string,
  statement: Statement,
): Promise<unknown[]> {
  return translateErrors(async () => {
    const [, rows = []] = await databaseQueue.run({ key: queueKey, identity: undefined }, (user) =>
      requests.batch('service_role', [becomeServer, statement], { priority: 'normal', user }),
    )
    return parseRows(rows)
  })
}

/**
 * Runs batches in one transaction, which an exception rolls back. `work` may run twice, so it must have no effect
 * outside the database.
 */
export async function transact<Result>(
  { requests, databaseQueue }: StorageDependencies,
  caller: Caller,
  work: (batch: (statements: Statement[]) => Promise<unknown[][]>) => Promise<Result>,
): Promise<Result> {
  const { identity, queueKey } = caller
  const priority = isVisitor(identity) ? 'normal' : 'urgent'
  const attempt = (batch: Batch) => work(parsingJson(batch))
  return translateErrors(() =>
    databaseQueue.run({ key: queueKey, identity }, (user) =>
      requests.transaction(identity.role, attempt, { priority, user }),
    ),
  )
}

function parsingJson(batch: Batch) {
  return async (statements: Statement[]) => (await batch(statements)).map(parseRows)
}

/** Parses the JSON of each row. A row of a statement that only changes settings becomes undefined. */
function parseRows(rows: Row[]): unknown[] {
  return rows.map((row) => (row.length === 1 && row[0] ? parse(row[0].toString()) : undefined))
}

function parse(text: string): unknown {
  return JSON.parse(text)
}

async function translateErrors<Result>(work: () => Promise<Result>) {
  try {
    return await work()
  } catch (error) {
    throw asStorageError(error)
  }
}

/** The codes of lock timeouts, deadlocks, serialization failures, exhausted resources and shutdowns. */
const transientCodes = /^(?:55P03|40...|53...|57P..)$/u
const badValueCodes = /^(?:22...|23514|23502|54...)$/u

/** Captures the part of the message before the name of the table, which is internal. */
const policyViolation = /^(new row violates row-level security policy)\b.*$/u

/** Translates an error of PostgreSQL to a storage error, and returns any other error unchanged. */
export function asStorageError(error: unknown): unknown {
  if (error instanceof NoConnectionError || isConnectionLost(error)) return busy(error)
  if (!(error instanceof DatabaseRefusal)) return error
  const { code, message, detail } = error
  if (code === 'PGRST') return errorFromRaise(message, detail) ?? error
  if (code === '42501') return forbidden(message.replace(policyViolation, '$1'))
  if (code === '23505') return alreadyExists()
  if (code === '23503' || code === '23001') return bucketNotEmpty()
  if (code === '57014') return queryTimedOut()
  if (transientCodes.test(code)) return busy(error)
  if (badValueCodes.test(code)) return invalid('The request has a value that cannot be stored.')
  return error
}

function errorFromRaise(text: string, detail: string | undefined) {
  const raised = parseRaisedError(text, detail)
  if (!raised) return undefined
  const { status, code, message, headers } = raised
  if (code === '42501') return forbidden(message)
  return new StorageError(status, code, message, { headers })
}
