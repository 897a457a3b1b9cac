// What a kill leaves behind goes: files that no row names. And the other way round, a row whose file is gone is
// a loss that somebody has to hear of.
import type { Pool } from '../postgres/database.ts'
import type { Log } from '../log.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import type { Place } from './place.ts'
import { lostObjects } from './lost-objects.ts'
import { mayRemove } from './removal-hold.ts'

interface Parts {
  pool: Pool
  files: FileStore
  /** What was made of them. */
  pictures: Place
  log: Log
}

/** A file is there before its row is; whoever is at it has been done for long by then. */
const youngest = 60 * 60 * 1000
const mostNamed = 10

export async function sweep(parts: Parts) {
  const before = new Date(Date.now() - youngest)
  let removed = await parts.files.removeIncoming(before)
  for (const place of [parts.files, parts.pictures]) {
    for await (const some of place.list()) {
      const old = some.filter(({ changedAt }) => changedAt < before)
      removed += await removeUnnamed(parts, place, old)
    }
  }
  if (removed > 0) parts.log.info(`${removed} files without an owner were removed.`)
  await reportMissing(parts)
}

async function removeUnnamed({ pool }: Parts, place: Place, found: StoredFile[]) {
  if (found.length === 0) return 0
  const versions = found.map(({ version }) => version)
  const { rows } = await pool.query<{ version: string }>(
    'select version from storage.objects where version = any($1)',
    [versions],
  )
  const named = new Set(rows.map(({ version }) => version))
  const unnamed = versions.filter((version) => !named.has(version))
  if (unnamed.length === 0 || !(await mayRemove(pool))) return 0
  for (const version of unnamed) await place.remove(version)
  return unnamed.length
}

async function reportMissing({ pool, files, log }: Parts) {
  const missing: string[] = []
  for await (const { lost } of lostObjects(pool, files)) missing.push(...lost)
  const gone = await stillThere(pool, missing)
  if (gone.length === 0) return
  const named = gone.slice(0, mostNamed).join(', ')
  log.error(`${gone.length} stored objects have lost their file: ${named}`)
}

/** One that was replaced or deleted while we looked has lost nothing. */
async function stillThere(pool: Pool, ids: string[]) {
  if (ids.length === 0) return []
  const { rows } = await pool.query<{ id: string }>(
    `select id from storage.objects
     where id = any($1) and updated_at < now() - interval '1 minute' order by id`,
    [ids],
  )
  return rows.map(({ id }) => id)
}
