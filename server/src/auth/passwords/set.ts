import type { Queryable } from '../../database/queryable.ts'
import { voidOneTime } from '../one-time/void.ts'

/** A new password ends all sessions but the one in which it was chosen. */
export async function setPassword(
  db: Queryable,
  { account, hash, keep }: { account: string; hash: string; keep?: string },
) {
  await db.query(
    'update auth.users set encrypted_password = $2, updated_at = now() where id = $1',
    [account, hash],
  )
  await db.query('delete from auth.sessions where user_id = $1 and id is distinct from $2::uuid', [
    account,
    keep ?? null,
  ])
  await voidOneTime(db, account)
}
