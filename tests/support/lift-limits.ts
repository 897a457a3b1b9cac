// Lifts rate limits and quotas for tests, drills and benchmarks, which act for many users at once.
import { Client, type ClientBase, type Pool } from 'pg'
import type { DatabaseAddress } from './query-once.ts'

/**
 * No test reaches these limits. Rate limits start again each second, for long drills. Deleted settings would come back
 * at the next start.
 */
export const lifted = { count: '999999999', perSecond: '999999999/1' }

/** Lifts the limits in the database. The server applies the new limits a moment later. */
export async function liftLimitsOn(database: Pool | ClientBase) {
  await database.query(
    `update private.settings
       set value = case when value like '%/%' then $1 else $2 end
       where name like 'limit\\_%'`,
    [lifted.perSecond, lifted.count],
  )
  await database.query("notify pgrst, 'reload schema'")
}

export async function liftLimits(address: DatabaseAddress) {
  const client = new Client(address)
  await client.connect()
  try {
    await liftLimitsOn(client)
  } finally {
    await client.end()
  }
}
