// Inserts the demo's data once. The request for the demo is stored with the schema, so a killed server does not lose
// the demo.
import type pg from 'pg'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { transactAndDisconnect } from '../transaction.ts'
import type { Release } from './release.ts'
import { runSqlFile } from './run-sql.ts'

const seedLock = 4716

export async function requestSeed(client: pg.ClientBase) {
  await client.query("insert into private.settings (name, value) values ('seed', 'wanted')")
}

interface SeedOptions {
  release: Release
  /** The value of SEED. If undefined, the demo is inserted only if it was requested earlier. */
  choice: 'demo' | 'none' | undefined
  isLocal: boolean
}

/** Resolves with true if the database contains the demo. */
export async function seed(
  pool: pg.Pool,
  { release, choice, isLocal }: SeedOptions,
): Promise<boolean> {
  return transactAndDisconnect(pool, async (client) => {
    // This lock makes servers take turns, because the row of the setting may not exist yet.
    await client.query(`select pg_advisory_xact_lock(${seedLock})`)
    const { rows } = await client.query<{ value: string }>(
      "select value from private.settings where name = 'seed'",
    )
    const isDone = rows[0]?.value === 'done'
    const isWanted = choice ? choice === 'demo' : rows[0]?.value === 'wanted' && isLocal
    if (!isLocal && (isDone || isWanted)) refusePublicDemo(isDone)
    if (isDone || !isWanted) return isDone
    for (const file of release.product?.seed ?? []) await runSqlFile(client, file)
    await client.query(
      `insert into private.settings (name, value) values ('seed', 'done')
       on conflict (name) do update set value = 'done'`,
    )
    return true
  })
}

function refusePublicDemo(isDone: boolean) {
  throw new StartupFailure(
    isDone
      ? 'The database holds the demo, whose passwords everybody knows, and SITE_URL or HOST lets others in. ' +
          'Remove it by deleting the data folder (rm -r data), or take another DATA_DIR or DATABASE_URL.'
      : 'SEED=demo makes accounts whose passwords everybody knows, and SITE_URL or HOST lets others in. ' +
          'Set SEED=none, or let nobody but this machine reach the server.',
  )
}
