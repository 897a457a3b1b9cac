// Runs statements on separate connections, each until it waits for a lock.
import type { Pool } from 'pg'
import { until } from '../../../tests/support/until.ts'
import { readRefusal } from './run-story.ts'

export interface SqlStatement {
  statement: string
  values: unknown[]
}

/**
 * Keeps the locks of the first statement until each of the others, started in order, waits for a
 * lock. Resolves with the results of these: 'done', or the code of the failure.
 */
export async function runUntilBlocked(pool: Pool, held: SqlStatement, waiting: SqlStatement[]) {
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query(held.statement, held.values)
    const ends: Promise<string>[] = []
    for (const step of waiting) ends.push((await startStatement(pool, step)).end)
    await holder.query('commit')
    return await Promise.all(ends)
  } finally {
    holder.release(true)
  }
}

/** Resolves once the statement has ended or waits for a lock. `end` resolves with its result. */
async function startStatement(pool: Pool, { statement, values }: SqlStatement) {
  const db = await pool.connect()
  await db.query('begin')
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
  let isOver = false
  const end = db
    .query(statement, values)
    .then(() => db.query('commit'))
    .then(
      () => 'done',
      (error: unknown) => readRefusal(error).code,
    )
    .finally(() => {
      isOver = true
      db.release(true)
    })
  await until(async () => {
    const blocked = 'select cardinality(pg_blocking_pids($1)) > 0 as is_blocked'
    const found = await pool.query<{ is_blocked: boolean }>(blocked, [rows[0]?.pid])
    return isOver || found.rows[0]?.is_blocked === true
  })
  return { end }
}
