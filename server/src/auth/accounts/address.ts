import type { Queryable } from '../../postgres/queryable.ts'
import { noteIdentities } from './identities.ts'

/** The account's only address from now on, and a proven one where it was proven before. */
export async function setAddress(db: Queryable, account: string, email: string) {
  await db.query(
    `update auth.users set email = $2, email_change = '', updated_at = now() where id = $1`,
    [account, email],
  )
  // What was sent to the old one proves nothing of the new one.
  await db.query(`update auth.one_time_tokens set valid_until = '-infinity' where user_id = $1`, [
    account,
  ])
  await noteIdentities(db, account)
}

export async function confirmAccount(db: Queryable, account: string) {
  await db.query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now()
     where id = $1`,
    [account],
  )
  await noteIdentities(db, account)
}
