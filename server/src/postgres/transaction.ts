import type pg from 'pg'

/** A pool, or one of its connections within a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** Runs work in one transaction, and rolls it back if the work throws. */
export async function transact<Result>(
  pool: pg.Pool,
  work: (db: Queryable) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let isUsable = false
  try {
    await client.query("begin; set local lock_timeout = '5s'")
    const result = await work(client)
    await client.query('commit')
    isUsable = true
    return result
  } catch (error) {
    await client.query('rollback').then(
      () => (isUsable = true),
      () => undefined,
    )
    throw error
  } finally {
    client.release(!isUsable)
  }
}

/**
 * Runs work in one transaction and closes the connection, because SQL files may have changed the connection's settings.
 */
export async function transactAndDisconnect<Result>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    client.release(true)
  }
}
