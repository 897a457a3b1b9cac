// Brings a database to what this release knows, in one transaction: platform, migrations, code.
// Whatever fails, the database is as it was.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { codeOf, isConnectionLost } from '../error-code.ts'
import { inOneTransaction } from '../transaction.ts'
import { createCode, dropCode } from './code.ts'
import { checkUnchanged, runMigrations } from './migrations.ts'
import { runSqlFile } from './run-sql.ts'
import { wantSeed } from './seed.ts'
import { writeSettings } from './settings.ts'
import type { Release } from './sql-files.ts'
import { readApplied, recordRelease, isNewerThan } from './state.ts'

export interface ApplyOptions {
  release: Release
  /** Rows of private.settings that follow the environment. */
  settings: Record<string, string>
  /** A database that no release has seen is to hold the demo. */
  isForDemo?: boolean
  /** Other servers may work on this database, older ones among them. */
  isShared: boolean
  log: Log
}

const applyLock = 4712

// Locked out, deadlocked, or two databases of one server that make the same roles.
const passing = new Set(['55P03', '40P01', '40001', '42710', '23505', 'XX000'])
const tries = 15

export async function applyRelease(pool: pg.Pool, options: ApplyOptions) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await inOneTransaction(pool, (client) => bringUpToDate(client, options))
      return
    } catch (error) {
      if (attempt === tries || !isWorthRetrying(error)) throw asFailure(error)
      options.log.warn(`Bringing the database up to date failed, trying again: ${messageOf(error)}`)
      await sleep(200 * attempt)
    }
  }
}

async function bringUpToDate(client: pg.ClientBase, options: ApplyOptions) {
  const { release, settings, isShared, log } = options
  // No lock is waited for long: whoever holds one is at work, and everybody else would queue behind us.
  await client.query("set local lock_timeout = '2s'")
  // Servers that start together take turns.
  await client.query(`select pg_advisory_xact_lock(${applyLock})`)
  const applied = await readApplied(client)
  if (applied && isNewerThan(applied, release, isShared)) {
    log.warn('The database was brought up to date by a newer release; this one leaves it as it is.')
    await writeSettings(client, settings)
    return
  }
  for (const file of release.platform) await runSqlFile(client, file)
  await writeSettings(client, settings)
  if (!applied && options.isForDemo) await wantSeed(client)
  if (release.product) await applyProduct(client, release, release.product, applied)
}

async function applyProduct(
  client: pg.ClientBase,
  release: Release,
  product: NonNullable<Release['product']>,
  applied: Awaited<ReturnType<typeof readApplied>>,
) {
  const done = applied?.migrations ?? new Map<string, string>()
  checkUnchanged(product.migrations, done)
  const pending = product.migrations.filter(({ name }) => !done.has(name))
  if (pending.length === 0 && applied?.releases.at(-1)?.hash === product.codeHash) return
  await dropCode(client)
  // Holds for the role that makes the functions, and for no other: so it is said each time.
  await client.query('alter default privileges revoke execute on functions from public')
  await runMigrations(client, pending)
  await createCode(client, product.code)
  await recordRelease(client, release.version, product.codeHash)
  await client.query("notify pgrst, 'reload schema'")
}

function isWorthRetrying(error: unknown) {
  return passing.has(codeOf(error) ?? '') || isConnectionLost(error)
}

function asFailure(error: unknown) {
  if (error instanceof StartupFailure) return error
  return new StartupFailure(`The database cannot be brought up to date: ${messageOf(error)}`)
}
