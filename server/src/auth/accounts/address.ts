import type { Queryable } from '../../database/queryable.ts'
import { voidOneTime } from '../one-time/void.ts'

/** The account's only address from now on, and a proven one where it was proven before. */
export async function setAddress(db: Queryable, account: string, email: string) {
  await db.query(
    `update auth.users set email = $2, email_change = '', updated_at = now() where id = $1`,
    [account, email],
  )
  // What was sent to the old one proves nothing of the new one.
  await voidOneTime(db, account)
  await noteInIdentity(db, account)
}

export async function confirmAccount(db: Queryable, account: string) {
  await db.query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now()
     where id = $1`,
    [account],
  )
  await noteInIdentity(db, account)
}

async function noteInIdentity(db: Queryable, account: string) {
  await db.query(
    `insert into auth.identities as known
       (id, provider_id, user_id, provider, identity_data, created_at, updated_at)
     select gen_random_uuid(), u.id::text, u.id, 'email', jsonb_build_object(
       'sub', u.id, 'email', u.email, 'email_verified', u.email_confirmed_at is not null,
       'phone_verified', false
     ), now(), now()
     from auth.users u where u.id = $1
     on conflict (provider_id, provider) do update
       set identity_data = known.identity_data || excluded.identity_data, updated_at = now()`,
    [account],
  )
}
