// Each statement runs on its own connection.
import type { Pool } from 'pg'
import { until } from '../../../tests/support/until.ts'
import { readRefusal } from './run-story.ts'

export interface SqlStatement {
  statement: string
  values: unknown[]
}

/**
 * Keeps the locks of the first statement until each other statement waits for a lock. Resolves with the results of the
 * others: 'done' or the code of the failure.
 */
export async function runUntilBlocked(pool: Pool, holding: SqlStatement, waiting: SqlStatement[]) {
  const holdingClient = await pool.connect()
  try {
    await holdingClient.query('begin')
    await holdingClient.query(holding.statement, holding.values)
    const results: Promise<string>[] = []
    for (const step of waiting) results.push((await startStatement(pool, step)).end)
    await holdingClient.query('commit')
    return await Promise.all(results)
  } finally {
    holdingClient.release(true)
  }
}

/** Resolves when the statement has ended or waits for a lock. */
async function startStatement(pool: Pool, { statement, values }: SqlStatement) {
  const db = await pool.connect()
  await db.query('begin')
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
  let hasEnded = false
  const end = db
    .query(statement, values)
    .then(() => db.query('commit'))
    .then(
      () => 'done',
      (error: unknown) => readRefusal(error).code,
    )
    .finally(() => {
      hasEnded = true
      db.release(true)
    })
  await until(async () => {
    const blocked = 'select cardinality(pg_blocking_pids($1)) > 0 as is_blocked'
    const lock = await pool.query<{ is_blocked: boolean }>(blocked, [rows[0]?.pid])
    return hasEnded || lock.rows[0]?.is_blocked === true
  })
  return { end }
}
