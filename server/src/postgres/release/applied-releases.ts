// Reads and records the releases and migrations that were applied to a database.
import type pg from 'pg'
import { StartupFailure } from '../../startup/startup-failure.ts'
import type { Release } from './release.ts'
import { hashOf, type SqlFile } from './release.ts'
import { runSqlFile } from './run-sql.ts'

interface AppliedReleases {
  /** The hashes of the applied migrations, by name. */
  migrations: Map<string, string>
  /** All releases whose code was applied, the current one last. */
  releases: { version: string; hash: string }[]
}

/** Resolves with undefined for a new database. */
export async function readAppliedReleases(
  client: pg.ClientBase,
): Promise<AppliedReleases | undefined> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "select to_regclass('private.releases') is not null as exists",
  )
  if (!found[0]?.exists) return undefined
  const migrations = await client.query<{ name: string; hash: string }>(
    'select name, hash from private.migrations',
  )
  const releases = await client.query<{ version: string; hash: string }>(
    'select version, code_hash as hash from private.releases order by id',
  )
  return {
    migrations: new Map(migrations.rows.map(({ name, hash }) => [name, hash])),
    releases: releases.rows,
  }
}

export async function recordRelease(client: pg.ClientBase, version: string, codeHash: string) {
  await client.query('insert into private.releases (version, code_hash) values ($1, $2)', [
    version,
    codeHash,
  ])
}

/**
 * Returns true if the database is newer than the release, which has three possible reasons:
 * - A migration ran that the release does not have.
 * - Servers share the database, and the database's version is higher.
 * - Servers share the database, and other code has replaced the code of this release. The version is the same, and the
 *   release has no new migration.
 * A server that does not share its database may switch between versions, as developers do.
 */
export function isNewerThan(applied: AppliedReleases, release: Release, isShared: boolean) {
  const current = applied.releases.at(-1)
  const migrations = release.product?.migrations.map(({ name }) => name)
  if (migrations && [...applied.migrations.keys()].some((name) => !migrations.includes(name)))
    return true
  if (!isShared || !current) return false
  const order = compareVersions(release.version, current.version)
  if (order !== 0 || !release.product) return order < 0
  const bringsMigrations = migrations?.some((name) => !applied.migrations.has(name)) ?? false
  const { codeHash } = release.product
  const wasReplaced =
    current.hash !== codeHash && applied.releases.some(({ hash }) => hash === codeHash)
  return wasReplaced && !bringsMigrations
}

function compareVersions(a: string, b: string) {
  return a.localeCompare(b, 'en', { numeric: true })
}

export async function runMigrations(client: pg.ClientBase, files: SqlFile[]) {
  for (const file of files) {
    await runSqlFile(client, file)
    await client.query('insert into private.migrations (name, hash) values ($1, $2)', [
      file.name,
      hashOf([file.text]),
    ])
  }
}

/** Migrations are append-only, so the first one ran on every database of the application. */
export function checkSameMigrations(files: SqlFile[], applied: Map<string, string>) {
  const [first] = files
  if (!first || applied.size === 0 || applied.has(first.name)) return
  throw new StartupFailure(
    'This database was made by other migrations than those of this release, so it cannot be upgraded. ' +
      'To begin again, set DATA_DIR to a new folder, or DATABASE_URL to an empty database. ' +
      'To keep its data, import it: docs/operations/moving.md says how.',
  )
}

/** Throws if a migration differs from the text that ran on this database. */
export function checkUnchanged(files: SqlFile[], applied: Map<string, string>) {
  const changed = files.find(
    ({ name, text }) => applied.has(name) && applied.get(name) !== hashOf([text]),
  )
  if (!changed) return
  throw new StartupFailure(
    `${changed.path} was changed after it ran on this database. ` +
      'Restore its text, and write the change as a new migration.',
  )
}
