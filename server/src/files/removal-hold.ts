// While a backup is made no file is removed: it copies the rows first, and then the files that they name. What was
// let go before the hold began no copied row names any more, so a removal that is under way need not be waited for:
// the copy passes over what goes before it gets there.
import { codeOf } from '../postgres/error-code.ts'
import type { Queryable } from '../postgres/queryable.ts'
import { StartupFailure } from '../startup/startup-failure.ts'

/** docs/operations.md names it too, for backups of an outside database. */
const key = '4714, 1'

/** Until the connection ends, however that happens. */
export async function holdRemovals(connection: Queryable) {
  try {
    await connection.query(`set lock_timeout = '5s'; select pg_advisory_lock(${key})`)
  } catch (error) {
    if (codeOf(error) !== '55P03') throw error
    throw new StartupFailure('Another backup is being made. Wait until it is done.')
  }
}

/** Asked after it is known that nobody needs the file. */
export async function mayRemove(db: Queryable) {
  const { rows } = await db.query<{ free: boolean }>(
    `select pg_try_advisory_xact_lock_shared(${key}) as free`,
  )
  return rows[0]?.free === true
}
