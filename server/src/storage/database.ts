// What is asked of the database, each time as whoever calls: row security decides.
import type { Batch, Row, Statement } from '../postgres/pool/request-pool.ts'
import { isVisitor } from '../http/identity.ts'
import type { Caller } from './caller.ts'
import { asStorageError } from './database-errors.ts'
import type { Storage } from './parts.ts'

export type { Statement }

/** The session is looked up in the same round trip, so one that ended is refused at once on every node. */
export function asCaller({ identity, method, path, headers }: Caller): Statement {
  return {
    text: `select
      set_config('search_path', 'storage, public, extensions', true),
      set_config('request.jwt.claims', $1, true),
      set_config('request.method', $2, true),
      set_config('request.path', $3, true),
      set_config('request.headers', $4, true),
      auth.assert_session($5),
      set_config('role', $6, true)`,
    values: [identity.claims, method, path, headers, identity.sessionId ?? null, identity.role],
  }
}

/** For what is no person's to see: a public file, one that a link names, the id of a row just made. */
export const asServer: Statement = {
  text: `select set_config('request.jwt.claims', '{"role":"service_role"}', true),
    set_config('role', 'service_role', true)`,
  values: [],
}

/** The rows of each statement, whose only column is JSON; all statements are one transaction. */
export async function ask(
  { requests, turns }: Storage,
  caller: Caller,
  statements: Statement[],
): Promise<unknown[][]> {
  const all = [asCaller(caller), ...statements]
  return explained(async () => {
    const results = await turns.take(caller.who, () => requests.batch(caller.identity.role, all))
    return results.slice(1).map(readRows)
  })
}

/** For somebody who need not be known. */
export async function askAsServer(
  { requests, turns }: Storage,
  who: string,
  statement: Statement,
): Promise<unknown[]> {
  return explained(async () => {
    const [, rows = []] = await turns.take(who, () =>
      requests.batch('service_role', [asServer, statement]),
    )
    return readRows(rows)
  })
}

/** For what depends on what was found; a throw undoes it all. It is something that is done, and goes ahead. */
export async function transact<Result>(
  { requests, turns }: Storage,
  caller: Caller,
  work: (batch: (statements: Statement[]) => Promise<unknown[][]>) => Promise<Result>,
): Promise<Result> {
  const { identity, who } = caller
  const place = isVisitor(identity) ? 'in turn' : 'ahead'
  const attempt = (batch: Batch) => work(readingJson(batch))
  return explained(() => turns.take(who, () => requests.transaction(identity.role, attempt, place)))
}

function readingJson(batch: Batch) {
  return async (statements: Statement[]) => (await batch(statements)).map(readRows)
}

async function explained<Result>(work: () => Promise<Result>) {
  try {
    return await work()
  } catch (error) {
    throw asStorageError(error)
  }
}

/** What sets something says nothing that anybody reads. */
function readRows(rows: Row[]): unknown[] {
  return rows.map((row) => (row.length === 1 && row[0] ? parse(row[0].toString()) : undefined))
}

function parse(text: string): unknown {
  return JSON.parse(text)
}
