import { z } from 'zod'
import type { Pool } from '../postgres/database.ts'
import { codeOf } from '../postgres/error-code.ts'
import type { Queryable } from '../postgres/transaction.ts'
import { PermanentFailure, RetryLater } from '../queue/errors.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { isVersion, type FileCleanupTarget } from './file-store.ts'

const retryAfterSeconds = 5

const versionPayload = z.object({ version: z.string().refine(isVersion) })

/** Handles outbox rows of the kind "file". Removes the file of the version, unless an object uses the version. */
export function removeUnusedFileHandler(pool: Pool, targets: readonly FileCleanupTarget[]) {
  return async ({ payload }: { payload: unknown }) => {
    const { success, data } = versionPayload.safeParse(payload)
    if (!success) throw new PermanentFailure('This is not the id of a file.')
    const { rows } = await pool.query('select from storage.objects where version = $1', [
      data.version,
    ])
    if (rows.length > 0) return
    if (!(await canRemoveFiles(pool)))
      throw new RetryLater('A backup is being made.', retryAfterSeconds)
    for (const target of targets) await target.remove(data.version)
  }
}

// A backup copies the rows first and the files afterwards. Each copied row needs its file, so no removal starts while a
// backup runs.

/** Backups of an external database take this lock too, as docs/operations/backups.md explains. */
const removalLock = '4714, 1'

/** Blocks the removal of files until the connection ends. */
export async function holdFileRemovals(connection: Queryable) {
  try {
    await connection.query(`set lock_timeout = '5s'; select pg_advisory_lock(${removalLock})`)
  } catch (error) {
    if (codeOf(error) !== '55P03') throw error
    throw new StartupFailure('Another backup is being made. Wait until it is done.')
  }
}

/** Returns true if no backup is running. The caller must already have checked that no row needs the file. */
export async function canRemoveFiles(db: Queryable) {
  const { rows } = await db.query<{ free: boolean }>(
    `select pg_try_advisory_xact_lock_shared(${removalLock}) as free`,
  )
  return rows[0]?.free === true
}
