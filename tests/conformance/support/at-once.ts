// Makes requests run at the same time, by releasing a database lock that all requests wait for.
import { Client } from 'pg'
import { connectionOf } from '../../support/server.ts'
import { until } from '../../support/until.ts'
import { query } from './database.ts'
import { target } from './target.ts'

const lockWaits = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

/** Takes the lock, starts all requests, and releases the lock when all requests wait for it. */
export async function runAtOnce<Result>(lock: string, actions: (() => Promise<Result>)[]) {
  const client = new Client(connectionOf(target.dataFolder))
  await client.connect()
  try {
    await client.query('begin')
    await client.query(lock)
    const results = Promise.all(actions.map((one) => one()))
    await until(async () => (await query(lockWaits)).length >= actions.length)
    await client.query('commit')
    return await results
  } finally {
    await client.end()
  }
}
