// Lifts the limits of users, because a test, a drill or a benchmark acts for many users at once.
import { Client, type ClientBase, type Pool } from 'pg'
import type { DatabaseAddress } from './ask-database.ts'

/**
 * These limits are too high to be reached, even for bytes. Rates count only one second, so that a
 * long drill stays below them. Deleted settings would return at the next start.
 */
export const lifted = { count: '999999999', perSecond: '999999999/1' }

/**
 * Lifts the limits in the database. The server is notified and applies the change a moment later.
 */
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
