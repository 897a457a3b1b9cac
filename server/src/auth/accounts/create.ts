import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/queryable.ts'

export interface NewAccount {
  id?: string | undefined
  email: string
  passwordHash?: string | undefined
  isConfirmed?: boolean
  isInvited?: boolean
  userMetadata?: Record<string, unknown> | undefined
  appMetadata?: Record<string, unknown> | undefined
}

/** The account and whatever the product's triggers make of it, or nothing. */
export async function createAccount(db: Queryable, account: NewAccount): Promise<string> {
  const { id = randomUUID(), email, isConfirmed = false } = account
  const appMetadata = { ...account.appMetadata, provider: 'email', providers: ['email'] }
  await db.query(
    `insert into auth.users (
       instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, invited_at, confirmation_token,
       recovery_token, email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data, created_at,
       updated_at
     ) values (
       '00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3,
       case when $4 then now() end, case when $5 then now() end, '', '', '', '', $6, $7, now(), now()
     )`,
    [
      id,
      email,
      account.passwordHash ?? '',
      isConfirmed,
      account.isInvited ?? false,
      appMetadata,
      account.userMetadata ?? {},
    ],
  )
  const data = { sub: id, email, email_verified: isConfirmed, phone_verified: false }
  await db.query(
    `insert into auth.identities (id, provider_id, user_id, provider, identity_data, created_at, updated_at)
     values (gen_random_uuid(), $1::uuid::text, $1, 'email', $2, now(), now())`,
    [id, data],
  )
  return id
}
