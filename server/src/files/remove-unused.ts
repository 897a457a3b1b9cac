// Work of the kind "file": a version that its object has no more. It goes after the change that let it go.
import { z } from 'zod'
import type { Pool } from '../postgres/database.ts'
import { NeverAgain } from '../queue/permanent-failure.ts'
import { NotNow } from '../queue/retry-later.ts'
import { isVersion } from './file-store.ts'
import type { Place } from './place.ts'
import { mayRemove } from './removal-hold.ts'

/** In seconds. */
const untilNextLook = 5

const left = z.object({ version: z.string().refine(isVersion) })

export function removeUnused(pool: Pool, places: readonly Place[]) {
  return async ({ payload }: { payload: unknown }) => {
    const { success, data } = left.safeParse(payload)
    if (!success) throw new NeverAgain('This is not the id of a file.')
    const { rows } = await pool.query('select from storage.objects where version = $1', [
      data.version,
    ])
    if (rows.length > 0) return
    if (!(await mayRemove(pool))) throw new NotNow('A backup is being made.', untilNextLook)
    for (const place of places) await place.remove(data.version)
  }
}
