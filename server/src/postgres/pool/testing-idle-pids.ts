import type { Pool } from 'pg'
import { until } from '../../../../tests/support/until.ts'
import type { RequestPool } from './request-pool.ts'

/** Resolves with the process ids of `count` connections, when all of them are idle. */
export async function openIdleConnections(admin: Pool, pool: RequestPool, count: number) {
  const lockingClient = await admin.connect()
  try {
    await lockingClient.query('select pg_advisory_lock(1)')
    const statements = [
      { text: 'select pg_backend_pid(), pg_advisory_xact_lock_shared(1)', values: [] },
    ]
    const results = Promise.all(Array.from({ length: count }, () => pool.batch('anon', statements)))
    const waitingSql = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`
    await until(async () => (await admin.query(waitingSql)).rowCount === count)
    await lockingClient.query('select pg_advisory_unlock(1)')
    return new Set((await results).map(([rows]) => Number(rows?.[0]?.[0])))
  } finally {
    lockingClient.release(true)
  }
}
