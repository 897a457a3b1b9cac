// What a kill leaves behind goes: files that no row names. And the other way round, a row whose file is gone is
// a loss that somebody has to hear of.
import type { Pool } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { mayRemove } from './removal-hold.ts'

interface Parts {
  pool: Pool
  files: FileStore
  log: Log
}

/** A file is there before its row is; whoever is at it has been done for long by then. */
const youngest = 60 * 60 * 1000
const rowsAtOnce = 1000
const mostNamed = 10

export async function sweep(parts: Parts) {
  const before = new Date(Date.now() - youngest)
  let removed = await parts.files.removeIncoming(before)
  for await (const some of parts.files.list()) {
    const old = some.filter(({ changedAt }) => changedAt < before)
    removed += await removeUnnamed(parts, old)
  }
  if (removed > 0) parts.log.info(`${removed} files without an owner were removed.`)
  await reportMissing(parts)
}

async function removeUnnamed({ pool, files }: Parts, found: StoredFile[]) {
  if (found.length === 0) return 0
  const versions = found.map(({ version }) => version)
  const { rows } = await pool.query<{ version: string }>(
    'select version from storage.objects where version = any($1)',
    [versions],
  )
  const named = new Set(rows.map(({ version }) => version))
  const unnamed = versions.filter((version) => !named.has(version))
  if (unnamed.length === 0 || !(await mayRemove(pool))) return 0
  for (const version of unnamed) await files.remove(version)
  return unnamed.length
}

async function reportMissing({ pool, files, log }: Parts) {
  const missing: string[] = []
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await pool.query<{ id: string; version: string }>(
      `select id, version from storage.objects
       where id > $1 and version is not null order by id limit ${rowsAtOnce}`,
      [last],
    )
    const end = rows.at(-1)
    if (!end) break
    for (const { id, version } of rows) {
      if (!(await files.has(version))) missing.push(id)
    }
    last = end.id
  }
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
