import type { Queryable } from '../../postgres/queryable.ts'
import { noteIdentities } from './identities.ts'

/** The account's only number from now on, and a proven one where it was proven before. */
export async function setPhone(db: Queryable, account: string, phone: string) {
  await db.query(
    `update auth.users set phone = $2, phone_change = '', updated_at = now() where id = $1`,
    [account, phone],
  )
  // What was sent to the old one proves nothing of the new one.
  await db.query(`update auth.one_time_tokens set valid_until = '-infinity' where user_id = $1`, [
    account,
  ])
  await noteIdentities(db, account)
}

export async function confirmPhone(db: Queryable, account: string) {
  await db.query(
    `update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, now()), updated_at = now()
     where id = $1`,
    [account],
  )
  await noteIdentities(db, account)
}
