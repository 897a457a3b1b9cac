// A pooler in front of the database, which requests go through: does it lead to the same one?
import { messageOf } from '../message-of.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import type { Database } from './database.ts'

/** Of no other server, and of no other database of it. */
const whichOne = `select extract(epoch from pg_postmaster_start_time())::text || ' ' || oid::text as name
  from pg_database where datname = current_database()`

export async function checkPooler({ pool, requests }: Pick<Database, 'pool' | 'requests'>) {
  const { rows } = await pool.query<{ name: string }>(whichOne)
  const seen = await throughPooler(requests)
  if (rows[0]?.name === seen) return
  throw new StartupFailure('POOLER_URL leads to another database than DATABASE_URL.')
}

async function throughPooler(requests: Database['requests']) {
  try {
    const [answer] = await requests.batch('', [{ text: whichOne, values: [] }])
    return answer?.[0]?.[0]?.toString()
  } catch (error) {
    throw new StartupFailure(`POOLER_URL cannot be used: ${messageOf(error)}.`)
  }
}
