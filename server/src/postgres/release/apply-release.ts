// Applies the platform, migrations and code of a release in one transaction.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { codeOf, isConnectionLost } from '../error-code.ts'
import { writeSettings } from '../settings.ts'
import { transactAndDisconnect } from '../transaction.ts'
import {
  checkSameMigrations,
  checkUnchanged,
  isNewerThan,
  readAppliedReleases,
  recordRelease,
  runMigrations,
} from './applied-releases.ts'
import { createCode, dropCode } from './code.ts'
import type { Release } from './release.ts'
import { runSqlFile } from './run-sql.ts'
import { requestSeed } from './seed.ts'

export interface ApplyOptions {
  release: Release
  /** Settings from the environment, which are stored in private.settings. */
  settings: Record<string, string>
  /** True if a new database should get the demo. */
  seedsDemo?: boolean
  /** True if other servers, possibly of an older release, may use this database. */
  isShared: boolean
  log: Log
}

const applyLock = 4712

// The first three codes mean a lock timeout, a deadlock or a serialization failure. The others can occur when two
// databases create the same roles at the same time.
const retryableCodes = new Set(['55P03', '40P01', '40001', '42710', '23505', 'XX000'])
const maxAttempts = 15

export async function applyRelease(pool: pg.Pool, options: ApplyOptions) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await transactAndDisconnect(pool, (client) => applyInTransaction(client, options))
      return
    } catch (error) {
      if (attempt === maxAttempts || !isWorthRetrying(error)) throw toStartupFailure(error)
      options.log.warn(`Bringing the database up to date failed, trying again: ${messageOf(error)}`)
      await sleep(200 * attempt)
    }
  }
}

async function applyInTransaction(client: pg.ClientBase, options: ApplyOptions) {
  const { release, settings, isShared, log } = options
  // This transaction waits only briefly for a lock, because other transactions wait behind it.
  await client.query("set local lock_timeout = '2s'")
  // This lock makes servers take turns if they start at the same time.
  await client.query(`select pg_advisory_xact_lock(${applyLock})`)
  const applied = await readAppliedReleases(client)
  if (applied) checkSameMigrations(release.product?.migrations ?? [], applied.migrations)
  if (applied && isNewerThan(applied, release, isShared)) {
    log.warn('The database was brought up to date by a newer release; this one leaves it as it is.')
    await writeSettings(client, settings)
    return
  }
  for (const file of release.platform) await runSqlFile(client, file)
  await writeSettings(client, settings)
  if (!applied && options.seedsDemo) await requestSeed(client)
  if (release.product) await applyProduct(client, release, release.product, applied)
}

async function applyProduct(
  client: pg.ClientBase,
  release: Release,
  product: NonNullable<Release['product']>,
  applied: Awaited<ReturnType<typeof readAppliedReleases>>,
) {
  const appliedMigrations = applied?.migrations ?? new Map<string, string>()
  checkUnchanged(product.migrations, appliedMigrations)
  const pending = product.migrations.filter(({ name }) => !appliedMigrations.has(name))
  if (pending.length === 0 && applied?.releases.at(-1)?.hash === product.codeHash) return
  await dropCode(client)
  // Default privileges belong to the role that creates the functions, and that role can change.
  await client.query('alter default privileges revoke execute on functions from public')
  await runMigrations(client, pending)
  await createCode(client, product.code)
  await recordRelease(client, release.version, product.codeHash)
  await client.query("notify pgrst, 'reload schema'")
}

function isWorthRetrying(error: unknown) {
  return retryableCodes.has(codeOf(error) ?? '') || isConnectionLost(error)
}

function toStartupFailure(error: unknown) {
  if (error instanceof StartupFailure) return error
  return new StartupFailure(`The database cannot be brought up to date: ${messageOf(error)}`)
}
