// These tests ask more often than people do.
import { Client } from 'pg'
import { connectionOf } from '../../support/server.ts'

/** The server hears of it by itself: the limits of requests are read again with the schema. */
export async function liftLimits(dataFolder: string) {
  const client = new Client(connectionOf(dataFolder))
  await client.connect()
  await client.query(
    `update private.settings set value = regexp_replace(value, '^[0-9]+', '1000000')
     where name like 'limit\\_%'`,
  )
  await client.query("notify pgrst, 'reload schema'")
  await client.end()
}
