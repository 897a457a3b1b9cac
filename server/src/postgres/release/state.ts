// What a database says was applied to it.
import type pg from 'pg'
import type { Release } from './sql-files.ts'

export interface Applied {
  /** Names of the migrations that ran, with the hash of their text. */
  migrations: Map<string, string>
  /** Every release whose code was applied, the one in force last. */
  releases: { version: string; hash: string }[]
}

/** Undefined for a database that no release has seen. */
export async function readApplied(client: pg.ClientBase): Promise<Applied | undefined> {
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
 * Whether what is applied is newer than a release: a migration ran that the release does not know. Where
 * servers share the database also by the version; and, for the same version without a new migration, when
 * the release was in force before and is no longer: one of the old servers was started again. Alone on its
 * database, a server may go back and forth, as developers do.
 */
export function isNewerThan(applied: Applied, release: Release, isShared: boolean) {
  const inForce = applied.releases.at(-1)
  const migrations = release.product?.migrations.map(({ name }) => name)
  if (migrations && [...applied.migrations.keys()].some((name) => !migrations.includes(name)))
    return true
  if (!isShared || !inForce) return false
  const order = compareVersions(release.version, inForce.version)
  if (order !== 0 || !release.product) return order < 0
  const bringsMigrations = migrations?.some((name) => !applied.migrations.has(name)) ?? false
  const { codeHash } = release.product
  const wasReplaced =
    inForce.hash !== codeHash && applied.releases.some(({ hash }) => hash === codeHash)
  return wasReplaced && !bringsMigrations
}

function compareVersions(a: string, b: string) {
  return a.localeCompare(b, 'en', { numeric: true })
}
