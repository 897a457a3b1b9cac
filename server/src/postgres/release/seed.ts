// The demo's data: once, in one transaction. That it is wanted is written down with the first release, so
// that a start that is killed in between does not cost the demo.
import type pg from 'pg'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { inOneTransaction } from '../transaction.ts'
import { runSqlFile } from './run-sql.ts'
import type { Release } from './sql-files.ts'

const seedLock = 4716

export async function wantSeed(client: pg.ClientBase) {
  await client.query("insert into private.settings (name, value) values ('seed', 'wanted')")
}

interface Seeding {
  release: Release
  /** What the operator says; undefined leaves it to what was wanted at first. */
  wish: 'demo' | 'none' | undefined
  isLocal: boolean
}

/** Resolves with whether the database holds the demo. */
export async function seed(pool: pg.Pool, { release, wish, isLocal }: Seeding): Promise<boolean> {
  return inOneTransaction(pool, async (client) => {
    // Servers that start together take turns. Of several there is no row yet that they could lock.
    await client.query(`select pg_advisory_xact_lock(${seedLock})`)
    const { rows } = await client.query<{ value: string }>(
      "select value from private.settings where name = 'seed'",
    )
    const isThere = rows[0]?.value === 'done'
    const isWanted = wish ? wish === 'demo' : rows[0]?.value === 'wanted' && isLocal
    if (!isLocal && (isThere || isWanted)) refuseToShowDemo(isThere)
    if (isThere || !isWanted) return isThere
    for (const file of release.product?.seed ?? []) await runSqlFile(client, file)
    await client.query(
      `insert into private.settings (name, value) values ('seed', 'done')
       on conflict (name) do update set value = 'done'`,
    )
    return true
  })
}

function refuseToShowDemo(isThere: boolean) {
  throw new StartupFailure(
    isThere
      ? 'The database holds the demo, whose passwords everybody knows, and SITE_URL or HOST lets others in. ' +
          'Remove it by deleting the data folder (rm -r data), or take another DATA_DIR or DATABASE_URL.'
      : 'SEED=demo makes accounts whose passwords everybody knows, and SITE_URL or HOST lets others in. ' +
          'Set SEED=none, or let nobody but this machine reach the server.',
  )
}
