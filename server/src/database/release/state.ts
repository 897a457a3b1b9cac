// What a database says was applied to it.
import type pg from 'pg'
import type { Release } from './sql-files.ts'

export interface Applied {
  /** Names of the migrations that ran, with the hash of their text. */
  migrations: Map<string, string>
  /** The hash of every code that was applied, the one in force last. */
  codeHashes: string[]
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
  const releases = await client.query<{ code_hash: string }>(
    'select code_hash from private.releases order by id',
  )
  return {
    migrations: new Map(migrations.rows.map(({ name, hash }) => [name, hash])),
    codeHashes: releases.rows.map((row) => row.code_hash),
  }
}

export async function recordRelease(client: pg.ClientBase, version: string, codeHash: string) {
  await client.query('insert into private.releases (version, code_hash) values ($1, $2)', [
    version,
    codeHash,
  ])
}

/**
 * A release is older than what is applied when a migration ran that it does not know. Where servers
 * share the database also when its code was in force before and is no longer: one of the old ones
 * was started again. Alone on its database, a server may go back and forth, as developers do.
 */
export function isNewerThan(applied: Applied, release: Release, isShared: boolean) {
  if (!release.product) return false
  const known = new Set(release.product.migrations.map(({ name }) => name))
  if ([...applied.migrations.keys()].some((name) => !known.has(name))) return true
  const wasReplaced = applied.codeHashes.slice(0, -1).includes(release.product.codeHash)
  return isShared && wasReplaced && applied.codeHashes.at(-1) !== release.product.codeHash
}
