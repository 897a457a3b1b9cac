// Brings a database to what this release knows, in one transaction: platform, migrations, code.
// Whatever fails, the database is as it was.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import { StartupFailure } from '../../startup-failure.ts'
import { codeOf } from '../error-code.ts'
import { createCode, dropCode } from './code.ts'
import { checkUnchanged, runMigrations } from './migrations.ts'
import { runSqlFile } from './run-sql.ts'
import { writeSettings } from './settings.ts'
import type { Release } from './sql-files.ts'
import { readApplied, recordRelease, isNewerThan } from './state.ts'

export interface ApplyOptions {
  release: Release
  /** Rows of private.settings that follow the environment. */
  settings: Record<string, string>
  /** Other servers may work on this database, older ones among them. */
  isShared: boolean
  log: Log
}

const applyLock = 4712

// Locked out, deadlocked, or cut off by a database that was just stopping.
const worthRetrying = new Set(['55P03', '40P01', '40001', '57P01', 'ECONNREFUSED', 'ECONNRESET'])
const tries = 15

export async function applyRelease(pool: pg.Pool, options: ApplyOptions) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await inOneTransaction(pool, (client) => bringUpToDate(client, options))
      return
    } catch (error) {
      if (attempt === tries || !worthRetrying.has(codeOf(error) ?? '')) throw asFailure(error)
      options.log.warn(`Bringing the database up to date failed, trying again: ${messageOf(error)}`)
      await sleep(200 * attempt)
    }
  }
}

async function bringUpToDate(client: pg.ClientBase, options: ApplyOptions) {
  const { release, settings, isShared, log } = options
  // Servers that start together take turns. After this no lock is waited for long: whoever holds one
  // is at work, and everybody else would queue behind us.
  await client.query(`select pg_advisory_xact_lock(${applyLock})`)
  await client.query("set local lock_timeout = '2s'")
  const applied = await readApplied(client)
  if (applied && isNewerThan(applied, release, isShared)) {
    log.warn('The database was brought up to date by a newer release; this one leaves it as it is.')
    return
  }
  for (const file of release.platform) await runSqlFile(client, file)
  await writeSettings(client, settings)
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
  if (pending.length === 0 && applied?.codeHashes.at(-1) === product.codeHash) return
  await dropCode(client)
  await runMigrations(client, pending)
  await createCode(client, product.code)
  await recordRelease(client, release.version, product.codeHash)
  await client.query("notify pgrst, 'reload schema'")
}

async function inOneTransaction(pool: pg.Pool, body: (client: pg.ClientBase) => Promise<void>) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await body(client)
    await client.query('commit')
    client.release()
  } catch (error) {
    // The connection goes, and with it the transaction, in whatever state either is.
    client.release(true)
    throw error
  }
}

function asFailure(error: unknown) {
  if (error instanceof StartupFailure) return error
  return new StartupFailure(`The database cannot be brought up to date: ${messageOf(error)}`)
}
