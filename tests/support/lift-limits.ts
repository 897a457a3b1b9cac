// Lifts rate limits and quotas for tests, drills and benchmarks, which act for many users at once.
import { Client, type ClientBase, type Pool } from 'pg'
import type { DatabaseAddress } from './query-once.ts'

/**
 * No test reaches limits as high as these, even if a limit counts bytes. A rate limit starts again each second, so even
 * a long drill cannot use it up. The settings are changed and not deleted, because the next start would add deleted
 * settings again.
 */
export const lifted = { count: '999999999', perSecond: '999999999/1' }

/** Lifts the limits in the database, and notifies the server. The server applies the new limits a moment later. */
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
