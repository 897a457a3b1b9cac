import type { Config } from '../config/config.ts'
import type { Database } from '../postgres/database.ts'
import { applyRelease } from '../postgres/release/apply.ts'
import { seed } from '../postgres/release/seed.ts'
import { setSetting } from '../postgres/release/settings.ts'
import type { Release } from '../postgres/release/sql-files.ts'
import type { Log } from '../log.ts'

/** Resolves with whether the database holds the demo. */
export async function bringUpToDate(
  config: Config,
  { pool, isEmbedded }: Pick<Database, 'pool' | 'isEmbedded'>,
  release: Release,
  log: Log,
): Promise<boolean> {
  const { forSql: settings, seed: wish, isLocal, requireAdminMfa } = config
  const isForDemo = isEmbedded && isLocal
  await applyRelease(pool, { release, settings, isForDemo, isShared: !isEmbedded, log })
  const isDemo = release.product ? await seed(pool, { release, wish, isLocal }) : false
  await setSetting(pool, 'require_admin_mfa', requireAdminMfa ?? (isDemo ? 'off' : 'on'))
  return isDemo
}
