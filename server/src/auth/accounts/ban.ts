import type { Queryable } from '../../postgres/queryable.ts'
import { endAccess } from '../sessions/end.ts'

/** For so many seconds from now, ending what runs; 0 lets the person in again. */
export async function ban(db: Queryable, account: string, seconds: number) {
  await db.query(
    `update auth.users set updated_at = now(),
       banned_until = case when $2::double precision > 0 then now() + make_interval(secs => $2) end
     where id = $1`,
    [account, seconds],
  )
  if (seconds > 0) await endAccess(db, account)
}
