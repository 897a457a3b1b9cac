// Changes one account. Call these functions in a transaction that has locked the account.
import type { Queryable } from '../../postgres/transaction.ts'
import { metadataSchema, parse } from '../parse-request.ts'
import { endAccess } from '../sessions/session.ts'
import { syncOwnLogins } from './linked-accounts.ts'

/** Replaces the email. The new email is confirmed if the old one was. */
export async function setEmail(db: Queryable, account: string, email: string) {
  await db.query(
    `update auth.users set email = $2, email_change = '', updated_at = now() where id = $1`,
    [account, email],
  )
  // Void all links and codes of the account, because those for the old email prove nothing about the new email.
  await db.query(`update auth.one_time_tokens set valid_until = '-infinity' where user_id = $1`, [
    account,
  ])
  await syncOwnLogins(db, account)
}

export async function confirmEmail(db: Queryable, account: string) {
  await db.query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), is_anonymous = false,
       updated_at = now()
     where id = $1`,
    [account],
  )
  await syncOwnLogins(db, account)
}

/** Replaces the number. The new number is confirmed if the old one was. */
export async function setPhone(db: Queryable, account: string, phone: string) {
  await db.query(
    `update auth.users set phone = $2, phone_change = '', updated_at = now() where id = $1`,
    [account, phone],
  )
  // Void all links and codes of the account, because those for the old number prove nothing about the new number.
  await db.query(`update auth.one_time_tokens set valid_until = '-infinity' where user_id = $1`, [
    account,
  ])
  await syncOwnLogins(db, account)
}

export async function confirmPhone(db: Queryable, account: string) {
  await db.query(
    `update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, now()), is_anonymous = false,
       updated_at = now()
     where id = $1`,
    [account],
  )
  await syncOwnLogins(db, account)
}

/** Removes the number from accounts that never confirmed it, because another account has now proven it. */
export async function releasePhone(db: Queryable, phone: string) {
  await db.query(
    `with freed as (
       update auth.users set phone = null, updated_at = now()
       where phone = $1 and phone_confirmed_at is null
       returning id
     )
     delete from auth.identities i using freed
     where i.user_id = freed.id and i.provider = 'phone'`,
    [phone],
  )
}

type Metadata = Record<string, unknown>

/** Users may write `user` metadata. Only the server writes `app` metadata. */
const metadataColumns = { user: 'raw_user_meta_data', app: 'raw_app_meta_data' }

/**
 * Merges the given values into the stored metadata, and removes keys whose value is null. The caller has locked the
 * account, so no concurrent update is lost.
 */
export async function mergeMetadata(
  db: Queryable,
  account: string,
  whose: keyof typeof metadataColumns,
  data: Metadata,
) {
  const column = metadataColumns[whose]
  const { rows } = await db.query<{ current: Metadata | null }>(
    `select ${column} as current from auth.users where id = $1`,
    [account],
  )
  const merged = withoutNulls({ ...rows[0]?.current, ...data })
  await db.query(`update auth.users set ${column} = $2, updated_at = now() where id = $1`, [
    account,
    parse(metadataSchema, merged),
  ])
}

export function withoutNulls(data: Metadata): Metadata {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null))
}

/** Bans the account for `seconds` and ends its sessions. Lifts the ban if `seconds` is 0. */
export async function banAccount(db: Queryable, account: string, seconds: number) {
  await db.query(
    `update auth.users set updated_at = now(),
       banned_until = case when $2::double precision > 0 then now() + make_interval(secs => $2) end
     where id = $1`,
    [account, seconds],
  )
  if (seconds > 0) await endAccess(db, account)
}
