import { Pool, type PoolConfig } from 'pg'

/** A pool whose database may go away under it: at the end of a test it often does. */
export function quietPool(connection: PoolConfig) {
  const pool = new Pool(connection)
  pool.on('error', () => {})
  return pool
}
