// Brings up a copy of a cluster: PostgreSQL replays the log that came with it, and refuses where it does not reach the
// end of the backup. Then all rows are counted, which looks at the checksum of every page that holds one.
import { Client } from 'pg'
import type { Log } from '../../log.ts'
import type { Queryable } from '../queryable.ts'
import type { Place } from './place.ts'
import { ensureRunning, stopPostgres } from './postgres-process.ts'
import { settings } from './settings.ts'
import { removeSocketFolder } from './socket-folder.ts'

export interface Counted {
  tables: number
  rows: number
}

export async function bringUpCopy(place: Place, log: Log): Promise<Counted> {
  const options = { place, settings, log: (line: string) => log.info({ from: 'postgres' }, line) }
  const running = await ensureRunning(options)
  const client = new Client({ host: running.socket, user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    // Whoever follows changes reads anew after this; what these rows tell is over.
    await client.query('truncate realtime.changes')
    // And a copy does not sweep the bucket of the original.
    await client.query("delete from private.settings where name = 'files_bucket'")
    return await countRows(client)
  } finally {
    await client.end().catch(() => undefined)
    await stopPostgres(options, running)
    await removeSocketFolder(place, running.socket)
  }
}

async function countRows(db: Queryable): Promise<Counted> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'`,
  )
  await db.query(
    'set enable_indexonlyscan = off; set enable_indexscan = off; set enable_bitmapscan = off',
  )
  let rows = 0
  for (const { name } of tables) {
    const counted = await db.query<{ rows: string }>(`select count(*) as rows from ${name}`)
    rows += Number(counted.rows[0]?.rows)
  }
  return { tables: tables.length, rows }
}
