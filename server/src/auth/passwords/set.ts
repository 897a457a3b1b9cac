import type { Queryable } from '../../postgres/queryable.ts'
import { endAccess } from '../sessions/end.ts'

/** A new password ends all that the old one opened, but for the session in which it was chosen. */
export async function setPassword(
  db: Queryable,
  { account, hash, keep }: { account: string; hash: string; keep?: string },
) {
  await db.query(
    'update auth.users set encrypted_password = $2, updated_at = now() where id = $1',
    [account, hash],
  )
  await endAccess(db, account, keep)
}
