// Removes files that no row refers to, for example after a server was killed. Reports rows whose file is lost.
import type { Log } from '../log.ts'
import type { Pool } from '../postgres/database.ts'
import type { FileCleanupTarget, FileStore, StoredFile } from './file-store.ts'
import { canRemoveFiles } from './remove-files.ts'

interface SweepDependencies {
  pool: Pool
  files: FileStore
  /** Images derived from the files. */
  pictures: FileCleanupTarget
  log: Log
}

/** Younger files are kept, because a file is stored up to an hour before its row. */
const minAgeMs = 60 * 60 * 1000
const maxListedIds = 10

export async function sweepFiles(dependencies: SweepDependencies) {
  const before = new Date(Date.now() - minAgeMs)
  let removed = await dependencies.files.removeIncoming(before)
  for (const target of [dependencies.files, dependencies.pictures]) {
    for await (const batch of target.list()) {
      const old = batch.filter(({ changedAt }) => changedAt < before)
      removed += await removeUnreferenced(dependencies, target, old)
    }
  }
  if (removed > 0) dependencies.log.info(`${removed} files without an owner were removed.`)
  await reportLost(dependencies)
}

async function removeUnreferenced(
  { pool }: SweepDependencies,
  target: FileCleanupTarget,
  found: StoredFile[],
) {
  if (found.length === 0) return 0
  const versions = found.map(({ version }) => version)
  const { rows } = await pool.query<{ version: string }>(
    'select version from storage.objects where version = any($1)',
    [versions],
  )
  const referenced = new Set(rows.map(({ version }) => version))
  const unreferenced = versions.filter((version) => !referenced.has(version))
  if (unreferenced.length === 0 || !(await canRemoveFiles(pool))) return 0
  for (const version of unreferenced) await target.remove(version)
  return unreferenced.length
}

async function reportLost({ pool, files, log }: SweepDependencies) {
  const missing: string[] = []
  for await (const { lostIds } of findLostObjects(pool, files)) missing.push(...lostIds)
  const lost = await excludeRecentlyChanged(pool, missing)
  if (lost.length === 0) return
  const listed = lost.slice(0, maxListedIds).join(', ')
  log.error(`${lost.length} stored objects have lost their file: ${listed}`)
}

/** The old files of recently changed objects were probably removed on purpose. */
async function excludeRecentlyChanged(pool: Pool, ids: string[]) {
  if (ids.length === 0) return []
  const { rows } = await pool.query<{ id: string }>(
    `select id from storage.objects
     where id = any($1) and updated_at < now() - interval '1 minute' order by id`,
    [ids],
  )
  return rows.map(({ id }) => id)
}

const rowsPerPage = 1000

interface LostObjectsPage {
  lostIds: string[]
  checkedCount: number
}

/** Reads the rows in the order of their versions, because `findMissing` needs sorted versions. */
export async function* findLostObjects(
  pool: Pool,
  files: FileStore,
): AsyncGenerator<LostObjectsPage> {
  let last = ''
  for (;;) {
    const { rows } = await pool.query<{ id: string; version: string }>(
      `select id, version from storage.objects where version > $1 order by version limit ${rowsPerPage}`,
      [last],
    )
    const end = rows.at(-1)
    if (!end) return
    const missing = new Set(await files.findMissing(rows.map(({ version }) => version)))
    const lostIds = rows.filter(({ version }) => missing.has(version)).map(({ id }) => id)
    yield { lostIds, checkedCount: rows.length }
    last = end.version
  }
}
