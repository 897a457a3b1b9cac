import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'
import type { Database } from '../postgres/database.ts'
import { applyRelease } from '../postgres/release/apply-release.ts'
import type { Release } from '../postgres/release/release.ts'
import { seed } from '../postgres/release/seed.ts'
import { setSetting } from '../postgres/settings.ts'

/** Resolves with true if the database contains the demo data. */
export async function migrateOnStart(
  config: Config,
  { pool, isEmbedded }: Pick<Database, 'pool' | 'isEmbedded'>,
  release: Release,
  log: Log,
): Promise<boolean> {
  const { forSql: settings, seed: choice, isLocal, requireAdminMfa } = config
  const seedsDemo = isEmbedded && isLocal
  await applyRelease(pool, { release, settings, seedsDemo, isShared: !isEmbedded, log })
  await explainManualReload(pool, log)
  const isDemo = release.product ? await seed(pool, { release, choice, isLocal }) : false
  await setSetting(pool, 'require_admin_mfa', requireAdminMfa ?? (isDemo ? 'off' : 'on'))
  return isDemo
}

/** Logs how to reload the schema manually if the event triggers are missing. */
async function explainManualReload(pool: Database['pool'], log: Log) {
  const { rowCount } = await pool.query(
    "select from pg_event_trigger where evtname = 'pgrst_ddl_watch'",
  )
  if (rowCount === 0) {
    log.info(
      "This login may not create event triggers. After a change of the schema, run: notify pgrst, 'reload schema'",
    )
  }
}
