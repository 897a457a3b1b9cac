import type pg from 'pg'

/** A pool, or one connection of it within a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** For work whose steps depend on each other; what it throws undoes them all. */
export async function transact<Result>(
  pool: pg.Pool,
  work: (db: Queryable) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let isSound = false
  try {
    await client.query("begin; set local lock_timeout = '5s'")
    const result = await work(client)
    await client.query('commit')
    isSound = true
    return result
  } catch (error) {
    await client.query('rollback').then(
      () => (isSound = true),
      () => undefined,
    )
    throw error
  } finally {
    client.release(!isSound)
  }
}
