// Fills a large market. On average, a job has three bids, three conversations, ten messages and one
// audit log entry.
import type { Pool } from 'pg'
import { addOffice, makeMarket, type Market, marketOf } from './market.ts'

const bidsOfJobs = [0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 6]
const messagesEach = 33
const idlersPerJob = 0.03

export const largeMarketOf = (jobs: number) => marketOf(jobs, bidsOfJobs)

/** @param addRows  Adds more rows before the final vacuum. */
export async function fillLargeMarket(pool: Pool, market: Market, addRows = async () => {}) {
  // A larger WAL avoids frequent checkpoints during the bulk inserts.
  await pool.query("alter system set max_wal_size = '8GB'")
  await pool.query("alter system set work_mem = '256MB'")
  // Turn autovacuum off. It could analyze the tables before the commit, and would then store
  // statistics of empty tables.
  await pool.query('alter system set autovacuum = off')
  await pool.query('select pg_reload_conf()')
  await makeMarket(pool, market, { withTalk: true, withShares: true, messagesEach })
  await addOffice(pool, market, Math.round(market.jobs * idlersPerJob))
  await pool.query('select private.recount()')
  await addRows()
  await pool.query('alter system reset all')
  await pool.query('select pg_reload_conf()')
  await pool.query('vacuum analyze')
  await pool.query('checkpoint')
}
