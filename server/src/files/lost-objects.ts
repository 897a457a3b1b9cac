// Rows whose file is gone.
import type { Pool } from '../postgres/database.ts'
import type { FileStore } from './file-store.ts'

const rowsAtOnce = 1000

interface Part {
  /** Ids of objects. */
  lost: string[]
  lookedAt: number
}

/** Some rows at a time, in the order of their versions, which is that of the files. */
export async function* lostObjects(pool: Pool, files: FileStore): AsyncGenerator<Part> {
  let last = ''
  for (;;) {
    const { rows } = await pool.query<{ id: string; version: string }>(
      `select id, version from storage.objects where version > $1 order by version limit ${rowsAtOnce}`,
      [last],
    )
    const end = rows.at(-1)
    if (!end) return
    const missing = new Set(await files.missing(rows.map(({ version }) => version)))
    const lost = rows.filter(({ version }) => missing.has(version)).map(({ id }) => id)
    yield { lost, lookedAt: rows.length }
    last = end.version
  }
}
